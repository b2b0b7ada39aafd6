import {
  type FeatureRow,
  featureOperations,
  readFeatureTable,
  type TableFeature,
} from '@patchbay/vendor-kit';

/** Place of a feature in the configuration. */
export interface SectionPlace {
  /** File of `/etc/config`. */
  readonly config: string;
  /** Section type; `wireguard_<interface>` stands for all types that begin so. */
  readonly type: string;
  /** The one section of a feature of settings (`ntp`, `@defaults[0]`); null where a target names it. */
  readonly section: string | null;
  /** Options that make a section one of this feature (`proto` `gre`). */
  readonly fixed: Readonly<Record<string, string>>;
  /** The section's name means something (the interface is called so) and has to be given. */
  readonly named: boolean;
}

/** Its key is `openwrt.<group>.<name>`. */
export interface OpenWrtFeature extends TableFeature {
  /** The key without the prefix. */
  readonly name: string;
  /** Null for calls that act at once. */
  readonly place: SectionPlace | null;
  /** The call or calls of a feature without a place, as the table writes them. */
  readonly call: string | null;
}

export const FEATURE_PREFIX = 'openwrt.';

const featureFile = new URL('../../vendor-data/features.json', import.meta.url);

/** Every feature of the vendor's table. A row that cannot be read stops the module, so that none goes missing. */
export function loadFeatures(): readonly OpenWrtFeature[] {
  return readFeatureTable(featureFile).map(readFeature);
}

function readFeature(row: FeatureRow): OpenWrtFeature {
  const offered = featureOperations.filter((operation) => row[operation] !== undefined);
  const written = offered.map((operation) => row[operation] ?? '');
  const place = written.every((call) => call.startsWith('uci.')) ? readPlace(row) : null;
  if (offered.length === 0) throw new Error(`${row.feature} offers no operation`);
  if (place === null && written.length > 1) throw new Error(`${row.feature} has calls of no known form`);
  return Object.freeze({
    feature: row.feature,
    name: row.feature.slice(FEATURE_PREFIX.length),
    area: row.area,
    permission: row.permission,
    catastrophic: row.catastrophic,
    operations: offered,
    place,
    call: place === null ? (written[0] ?? null) : null,
  });
}

function readPlace(row: FeatureRow): SectionPlace {
  if (row.apply !== 'uci.apply + uci.confirm') throw new Error(`${row.feature} commits in no known way`);
  const added = /^uci\.add ([a-z]+) (\S+)$/.exec(row.create ?? '');
  const set = /^uci\.set ([a-z]+)\.(\S+)$/.exec(row.update ?? '');
  const config = added?.[1] ?? set?.[1];
  const section = set?.[2] ?? '';
  const type = added?.[2] ?? /\(type ([a-z-]+)\)/.exec(row.body)?.[1];
  if (config === undefined || type === undefined) throw new Error(`${row.feature} names no section`);
  return {
    config,
    type,
    section: section.startsWith('<') ? null : section,
    fixed: readFixed(row.body),
    named: row.body.endsWith(' named section'),
  };
}

/** `{"values":{…}} proto gre` says that the option is always so. */
function readFixed(body: string): Readonly<Record<string, string>> {
  const [, option, value] = /\} (proto|target) (\S+)$/.exec(body) ?? [];
  return option === undefined || value === undefined ? {} : { [option]: value };
}
