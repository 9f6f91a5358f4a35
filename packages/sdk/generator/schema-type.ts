import { docComment, propertyName, quoted } from './names.ts';
import { refName, type Schema } from './openapi.ts';

/** How the optional properties of an object are written: inputs also accept an explicit undefined. */
export type Direction = 'input' | 'output';

/** Writes schemas as TypeScript and remembers which named ones it used. */
export class SchemaWriter {
  readonly used = new Set<string>();
  readonly external = new Set<string>();

  /** The TypeScript type of a schema, as it stands after a colon. */
  type(schema: Schema | boolean | undefined, indent = '', direction: Direction = 'output'): string {
    if (schema === undefined || typeof schema === 'boolean') return 'unknown';
    if (schema.$ref) return this.#named(refName(schema.$ref));
    if (schema.const !== undefined) return literal(schema.const);
    if (schema.enum) return schema.enum.map(literal).join(' | ');
    const union = schema.anyOf ?? schema.oneOf;
    if (union) return unique(union.map((each) => this.type(each, indent, direction))).join(' | ');
    if (schema.allOf) {
      return schema.allOf.map((each) => grouped(this.type(each, indent, direction))).join(' & ');
    }
    const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
    if (types.length === 0) return schema.properties ? this.object(schema, indent, direction) : 'unknown';
    return unique(types.map((type) => this.#plain(type, schema, indent, direction))).join(' | ');
  }

  /** An object type with its fields documented, from `{` to `}`. */
  object(schema: Schema, indent = '', direction: Direction = 'output'): string {
    const entries = Object.entries(schema.properties ?? {});
    const extra = schema.additionalProperties;
    if (entries.length === 0) {
      return `Record<string, ${typeof extra === 'object' ? this.type(extra, indent, direction) : extra === false ? 'never' : 'unknown'}>`;
    }
    const inner = `${indent}  `;
    const lines = entries.map(([name, property]) => {
      const optional = !schema.required?.includes(name);
      const type = this.type(property, inner, direction);
      const loose = optional && direction === 'input' ? ' | undefined' : '';
      return `${docComment(describe(property), inner)}${inner}${propertyName(name)}${optional ? '?' : ''}: ${type}${loose};\n`;
    });
    if (typeof extra === 'object') lines.push(`${inner}[name: string]: unknown;\n`);
    return `{\n${lines.join('')}${indent}}`;
  }

  /** A type of the SDK's own runtime. */
  #external(name: string): string {
    this.external.add(name);
    return name;
  }

  #named(name: string): string {
    this.used.add(name);
    return name;
  }

  #plain(type: string, schema: Schema, indent: string, direction: Direction): string {
    switch (type) {
      case 'string':
        return schema.format === 'binary' && direction === 'input' ? this.#external('FileContent') : 'string';
      case 'integer':
      case 'number':
        return 'number';
      case 'boolean':
        return 'boolean';
      case 'null':
        return 'null';
      case 'array': {
        if (schema.prefixItems) {
          return `[${schema.prefixItems.map((each) => this.type(each, indent, direction)).join(', ')}]`;
        }
        return `${grouped(this.type(schema.items, indent, direction))}[]`;
      }
      case 'object':
        return this.object(schema, indent, direction);
      default:
        throw new Error(`no TypeScript for the JSON Schema type ${type}`);
    }
  }
}

/** Description and default, as shown on hover. */
function describe(schema: Schema): string {
  const fallback = schema.default === undefined ? '' : `Default: ${JSON.stringify(schema.default)}.`;
  return [schema.description, fallback].filter(Boolean).join(' ');
}

const literal = (value: unknown) => (typeof value === 'string' ? quoted(value) : JSON.stringify(value));
const unique = (types: readonly string[]) => [...new Set(types)];
const grouped = (type: string) => (/^[^{]* [|&] /.test(type) || /\} [|&] /.test(type) ? `(${type})` : type);
