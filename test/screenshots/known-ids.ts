import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { call } from '../harness/http-client.ts';

const DOCUMENT = join(import.meta.dirname, '..', 'recorded', 'openapi.json');
const PREFIX = '/api/v1';
const PARAMETER = /\{([a-z_]+)\}/;

/** Ids of what pages show, found by the lists that name them; those that are given come first. */
export class KnownIds {
  readonly #known: Map<string, string>;

  private constructor(known: Map<string, string>) {
    this.#known = known;
  }

  /** Asks as this person. Lists of what belongs to others (`/webhooks/{webhook_id}/deliveries`) follow theirs. */
  static async of(url: string, token: string, given: Readonly<Record<string, string>>): Promise<KnownIds> {
    const known = new Map(Object.entries(given));
    const lists = await listsById();
    for (let before = -1; before < known.size; ) {
      before = known.size;
      for (const [parameter, paths] of lists)
        for (const path of paths) {
          if (known.has(parameter)) break;
          const id = await firstId(url, token, filled(path, known));
          if (id !== undefined) known.set(parameter, id);
        }
    }
    return new KnownIds(known);
  }

  idOf(noun: string): string | undefined {
    return this.#known.get(`${noun}_id`) ?? this.#known.get(noun);
  }
}

/** Lists by the parameter that names one of their rows: `site_id` by `/sites`. */
async function listsById(): Promise<ReadonlyMap<string, readonly string[]>> {
  const { paths } = JSON.parse(await readFile(DOCUMENT, 'utf8')) as { readonly paths: object };
  const lists = new Map<string, string[]>();
  for (const path of Object.keys(paths)) {
    const [, list, parameter] = /^(.*)\/\{([a-z_]+)\}$/.exec(path) ?? [];
    if (list === undefined || parameter === undefined || !(list in paths)) continue;
    lists.set(parameter, [...(lists.get(parameter) ?? []), list]);
  }
  return lists;
}

/** Null while an id in it is not known. */
function filled(path: string, known: ReadonlyMap<string, string>): string | null {
  const parameter = PARAMETER.exec(path)?.[1];
  if (parameter === undefined) return path;
  const id = known.get(parameter);
  return id === undefined ? null : filled(path.replace(PARAMETER, id), known);
}

async function firstId(url: string, token: string, path: string | null): Promise<string | undefined> {
  if (path === null) return undefined;
  const { status, body } = await call(url, 'GET', path.startsWith(PREFIX) ? path : PREFIX + path, { token });
  const rows = Array.isArray(body) ? body : body?.items;
  const id: unknown = status === 200 ? rows?.[0]?.id : undefined;
  return typeof id === 'string' ? id : undefined;
}
