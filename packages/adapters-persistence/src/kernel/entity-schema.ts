// The door of TypeORM loads three hundred modules, of all its drivers and decorators; a mapping takes this one.
export { EntitySchema } from 'typeorm/entity-schema/EntitySchema.js';
