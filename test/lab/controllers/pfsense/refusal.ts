/** A request the firewall refuses: its status, the stable id callers branch on, and the product's line. */
export class Refusal extends Error {
  readonly status: number;
  readonly response_id: string;

  constructor(status: number, response_id: string, message: string) {
    super(message);
    this.status = status;
    this.response_id = response_id;
  }
}

const bad = (id: string, message: string): Refusal => new Refusal(400, id, message);

export const isRequired = (name: string): Refusal =>
  bad('FIELD_IS_REQUIRED', `Field \`${name}\` is required.`);
export const idRequired = (): Refusal => bad('MODEL_REQUIRES_ID', 'Field `id` is required.');
export const parentRequired = (): Refusal =>
  bad('MODEL_REQUIRES_PARENT_ID', 'Field `parent_id` is required.');
export const noObject = (id: unknown): Refusal =>
  new Refusal(404, 'MODEL_OBJECT_NOT_FOUND', `Object with ID \`${String(id)}\` does not exist.`);
export const noParent = (id: unknown): Refusal =>
  new Refusal(
    404,
    'MODEL_PARENT_OBJECT_NOT_FOUND',
    `Parent object with ID \`${String(id)}\` does not exist.`,
  );
export const wrongType = (name: string, type: string): Refusal =>
  bad('FIELD_INVALID_TYPE', `Field \`${name}\` must be of type \`${type}\``);
export const nullRefused = (name: string): Refusal =>
  bad('FIELD_NULL_NOT_ALLOWED', `Field \`${name}\` cannot be null.`);
export const emptyRefused = (name: string): Refusal =>
  bad('FIELD_EMPTY_NOT_ALLOWED', `Field \`${name}\` cannot be empty.`);
export const wrongChoice = (name: string, choices: readonly unknown[]): Refusal =>
  bad('FIELD_INVALID_CHOICE', `Field \`${name}\` must be one of [${choices.join(', ')}]`);
export const notEditable = (name: string): Refusal =>
  bad('FIELD_NOT_EDITABLE', `Field \`${name}\` is not editable.`);
export const notUnique = (name: string, id: unknown): Refusal =>
  bad(
    'FIELD_MUST_BE_UNIQUE',
    `Field \`${name}\` must be unique. Value is in use by object with ID \`${id}\`.`,
  );
export const notUniqueTogether = (names: readonly string[], id: unknown): Refusal =>
  bad(
    'MODEL_FIELDS_NOT_UNIQUE_TOGETHER',
    `Fields [${names.join(', ')}] together must be unique from all other objects of its kind. Values in use by object with ID \`${id}\`.`,
  );
export const tooMany = (name: string, most: number): Refusal =>
  bad('FIELD_MANY_MAXIMUM_CONSTRAINT', `Field \`${name}\` must have no more than ${most} values.`);
export const tooFew = (name: string, least: number): Refusal =>
  bad('FIELD_MANY_MINIMUM_CONSTRAINT', `Field \`${name}\` must have at least ${least} values.`);
export const tooGreat = (name: string, most: number, got: unknown): Refusal =>
  bad(
    'NUMERIC_RANGE_VALIDATOR_MAXIMUM_CONSTRAINT',
    `Field \`${name}\` must be less than or equal to \`${most}\`. Received \`${got}\``,
  );
export const tooSmall = (name: string, least: number, got: unknown): Refusal =>
  bad(
    'NUMERIC_RANGE_VALIDATOR_MINIMUM_CONSTRAINT',
    `Field \`${name}\` must be greater than or equal to \`${least}\`. Received \`${got}\``,
  );
export const wrongLength = (name: string, kind: 'MINIMUM' | 'MAXIMUM', length: number): Refusal =>
  bad(
    `LENGTH_VALIDATOR_${kind}_CONSTRAINT`,
    `Field \`${name}\` must be ${kind === 'MINIMUM' ? 'at least' : 'no more than'} ${length} characters.`,
  );
export const noForeignValue = (name: string, value: unknown): Refusal =>
  new Refusal(
    404,
    'FOREIGN_MODEL_FIELD_VALUE_NOT_FOUND',
    `Field \`${name}\` could not locate an object with value \`${String(value)}\`.`,
  );
export const badPort = (name: string, value: unknown): Refusal =>
  bad(
    'PORT_FIELD_INVALID',
    `Field \`${name}\` contains invalid port value \`${String(value)}\`. Valid options are: a TCP/UDP port number, a TCP/UDP port range separated by \`:\`, an existing port type firewall alias`,
  );
export const badAddress = (name: string, value: unknown, special: boolean): Refusal =>
  bad(
    special ? 'SPECIAL_NETWORK_FIELD_INVALID' : 'FILTER_ADDRESS_FIELD_INVALID',
    `Field \`${name}\` contains invalid value \`${String(value)}\`.`,
  );
export const missingPackage = (name: string): Refusal =>
  new Refusal(
    404,
    'MODEL_MISSING_REQUIRED_PACKAGE',
    `The requested action requires the '${name}' package but it is not installed.`,
  );
export const wrongMethod = (method: string, path: string): Refusal =>
  new Refusal(
    405,
    'ENDPOINT_METHOD_NOT_ALLOWED',
    `Resource at ${path} does not support the requested HTTP method \`${method}\`.`,
  );
export const badJson = (): Refusal =>
  bad('JSON_CONTENT_HANDLER_COULD_NOT_DECODE_JSON', 'The request body is not valid JSON.');
export const validatorFailed = (id: string, message: string): Refusal => bad(id, message);
export const unsimulated = (what: string): Refusal =>
  new Refusal(501, 'LAB_DOES_NOT_SIMULATE', `the lab does not simulate ${what}`);
