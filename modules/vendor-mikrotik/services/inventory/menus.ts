import { readFileSync } from 'node:fs';

/** A value type of the vendor's console inspection. */
export interface FieldType {
  readonly t?: string;
  readonly values?: readonly string[];
  readonly neg?: boolean;
  readonly ref?: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly min?: number;
  readonly max?: number;
}

export interface Menu {
  readonly fields: ReadonlyMap<string, FieldType>;
  readonly required: readonly string[];
  readonly readOnly: readonly string[];
  /** Fields that can be cleared, so that they are as if never set. */
  readonly unset: ReadonlySet<string>;
  readonly singleton: boolean;
  readonly ordered: boolean;
}

interface MenuRow {
  readonly fields: Readonly<Record<string, number>>;
  readonly required?: readonly string[];
  readonly readOnly?: readonly string[];
  readonly unset?: readonly string[];
  readonly singleton?: boolean;
  readonly ordered?: boolean;
}

interface MenuData {
  readonly types: readonly FieldType[];
  readonly menus: Readonly<Record<string, MenuRow>>;
  readonly commands: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** The menus and commands that features write to, read once. */
export class Menus {
  readonly menus: ReadonlyMap<string, Menu>;
  /** Arguments by path of the command (`/system/backup/save`). */
  readonly commands: ReadonlyMap<string, ReadonlyMap<string, FieldType>>;

  constructor(file: URL = new URL('../../payload-data/menus.data.json', import.meta.url)) {
    const data = JSON.parse(readFileSync(file, 'utf8')) as MenuData;
    const typed = (fields: Readonly<Record<string, number>>) =>
      new Map(Object.entries(fields).map(([name, index]) => [name, data.types[index] ?? {}] as const));
    this.commands = new Map(Object.entries(data.commands).map(([path, fields]) => [path, typed(fields)]));
    this.menus = new Map(
      Object.entries(data.menus).map(([path, row]) => {
        const { required = [], readOnly = [], singleton = false, ordered = false } = row;
        const unset = new Set(row.unset);
        return [path, { fields: typed(row.fields), required, readOnly, unset, singleton, ordered }];
      }),
    );
  }
}
