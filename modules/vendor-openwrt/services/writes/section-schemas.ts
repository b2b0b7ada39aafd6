import { readFileSync } from 'node:fs';

/** Type of one option in the vendor's sources. */
export interface OptionType {
  readonly type: 'bool' | 'int' | 'list' | 'string';
  readonly check?: string;
  readonly values?: readonly (string | number)[];
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly required?: boolean;
  readonly list?: boolean;
}

export type Options = Readonly<Record<string, OptionType>>;

export interface SectionSchema {
  readonly options: Options;
  readonly required?: readonly string[];
  /** Further options by the value of `proto`. */
  readonly protocols?: Readonly<Record<string, Options>>;
}

export type ArgumentType = 'string' | 'int' | 'bool' | 'list' | 'table';

interface PayloadData {
  readonly sections: Readonly<Record<string, SectionSchema>>;
  readonly calls: Readonly<Record<string, Readonly<Record<string, ArgumentType>>>>;
}

const dataFile = new URL('../../payload-data/uci.data.json', import.meta.url);

let loaded: PayloadData | undefined;

const data = (): PayloadData => {
  loaded ??= JSON.parse(readFileSync(dataFile, 'utf8')) as PayloadData;
  return loaded;
};

export function sectionSchema(config: string, type: string): SectionSchema {
  const found = data().sections[`${config}.${type}`];
  if (found === undefined) throw new Error(`no options are known of ${config} ${type}`);
  return found;
}

export function callArguments(call: string): Readonly<Record<string, ArgumentType>> {
  const found = data().calls[call];
  if (found === undefined) throw new Error(`no arguments are known of ${call}`);
  return found;
}
