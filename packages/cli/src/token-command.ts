import { Command, type HelpContext, type ParseOptionsResult } from 'commander';
import { withOptions } from './later-options.ts';

/** 256 bits in base64url: the token of a link. */
const tokenWithDash = /^-[\w-]{42}$/;
/** No argument begins with it, and no option is named so. */
const cover = '\uE000';

/**
 * A command that takes the token of a link as an argument also if the token begins with a dash, as one in sixty-four does.
 * Nothing else that begins with a single dash is as long.
 */
export class TokenCommand extends Command {
  override createCommand(name?: string): Command {
    return new TokenCommand(name);
  }

  override helpInformation(context?: HelpContext): string {
    withOptions(this);
    return super.helpInformation(context);
  }

  override parseOptions(args: string[]): ParseOptionsResult {
    withOptions(this);
    const { operands, unknown } = super.parseOptions(
      args.map((arg, at) => (tokenWithDash.test(arg) && !this.#takesNext(args[at - 1]) ? cover + arg : arg)),
    );
    return { operands: operands.map(uncovered), unknown: unknown.map(uncovered) };
  }

  /** Whether an argument is an option of this command, which then takes the next one as its value. */
  #takesNext(arg = ''): boolean {
    return this.options.some(({ long, required, optional }) => arg === long && (required || optional));
  }
}

const uncovered = (arg: string) => (arg.startsWith(cover) ? arg.slice(cover.length) : arg);
