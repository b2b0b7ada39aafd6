import { ChainKeys, GENESIS } from '@patchbay/kernel/audit';
import { Nullable } from '@patchbay/kernel/schema';
import type { SecretBox } from '@patchbay/kernel/secrets';
import { Ajv2020 } from 'ajv/dist/2020.js';
import Type from 'typebox';
import { EXPORT_FORMAT, EXPORT_VERSION, type ExportedLink, type ExportHeader } from './chain-export.ts';

const Text = Type.String();
const MaybeText = Nullable(Text);
/** Fields that no MAC covers are refused. */
const closed = { additionalProperties: false };
const HeaderSchema = Type.Object(
  {
    format: Type.Literal(EXPORT_FORMAT),
    version: Type.Literal(EXPORT_VERSION),
    organization_id: Text,
    exported_at: Text,
    count: Type.Integer({ minimum: 0 }),
    head: Type.Union([
      Type.Object({ sequence: Type.Integer(), chain_mac: Text, head_mac: Text }, closed),
      Type.Null(),
    ]),
    key_ids: Type.Array(Text),
  },
  closed,
);
const RecordSchema = Type.Object(
  {
    id: Text,
    organization_id: Text,
    actor_kind: Text,
    actor_id: MaybeText,
    key_id: MaybeText,
    action: Text,
    target_type: MaybeText,
    target_id: MaybeText,
    detail: Type.Record(Text, Type.Unknown()),
    occurred_at: Text,
    intake_mac: Text,
  },
  closed,
);
const LinkSchema = Type.Object(
  { sequence: Type.Integer(), chain_mac: Text, record: Nullable(RecordSchema) },
  closed,
);

const ajv = new Ajv2020({ strict: false });
const isHeader = ajv.compile<ExportHeader>(HeaderSchema);
const isLink = ajv.compile<ExportedLink>(LinkSchema);

/** Something that is no export at all, or one that these keys cannot judge. */
export class ExportUnreadable extends Error {
  override readonly name = 'ExportUnreadable';
}

/** The first line that does not hold, counted from 1; the header is line 1. */
export interface ExportProblem {
  readonly line: number;
  readonly reason: string;
}

/** Result of a verification; `records` counts those that hold. */
export interface ExportVerdict {
  readonly organization_id: string;
  readonly records: number;
  readonly problem: ExportProblem | null;
}

/** Checks an exported chain line by line, needing the keys and nothing else. */
export class ExportVerifier {
  readonly #keys: ChainKeys;
  readonly #header: ExportHeader;
  #line = 1;
  #sequence = 0;
  #mac = GENESIS;
  #problem: ExportProblem | null = null;

  /** Throws {@link ExportUnreadable} for a first line that is no header, or one of other keys. */
  constructor(firstLine: string, secrets: Pick<SecretBox, 'deriveKeys'>) {
    const header = parsed(firstLine);
    if (!isHeader(header)) throw new ExportUnreadable('This is not an exported audit chain.');
    const known = secrets.deriveKeys('audit-chain').map(({ id }) => id);
    if (!header.key_ids.some((id) => known.includes(id)))
      throw new ExportUnreadable(
        `It was signed with other keys (${header.key_ids.join(', ')}); SECRET_KEY here is ${known[0]}.`,
      );
    this.#header = header;
    this.#keys = new ChainKeys(secrets);
    const { organization_id, head } = header;
    if (head && !this.#keys.headFits(organization_id, head.sequence, head.chain_mac, head.head_mac))
      this.#fails('the head of the chain is not as it was written');
    else if ((head?.sequence ?? 0) !== header.count) this.#fails('the count is not that of the head');
  }

  /** False once something did not hold: nothing after it can be judged. */
  next(text: string): boolean {
    if (this.#problem) return false;
    this.#line += 1;
    const link = parsed(text);
    if (!isLink(link)) return this.#fails('not a record of an export');
    const reason = this.#reasonAgainst(link);
    if (reason !== null) return this.#fails(reason);
    this.#sequence = link.sequence;
    this.#mac = link.chain_mac;
    return true;
  }

  #reasonAgainst({ sequence, chain_mac, record }: ExportedLink): string | null {
    const expected = this.#sequence + 1;
    if (sequence !== expected) return `place ${expected} is expected, and this is place ${sequence}`;
    if (sequence > this.#header.count) return 'it stands behind the head of the chain';
    if (record === null) return `the record of place ${sequence} was gone when this was exported`;
    if (record.organization_id !== this.#header.organization_id) return 'it belongs to another organization';
    if (!this.#keys.intakeFits(record)) return `the record of place ${sequence} is not what was written`;
    return this.#keys.linkFits(this.#mac, sequence, record.intake_mac, chain_mac)
      ? null
      : `place ${sequence} does not follow from the one before it`;
  }

  /** To be called after the last line. */
  verdict(): ExportVerdict {
    const { organization_id, count, head } = this.#header;
    if (!this.#problem && this.#sequence < count)
      this.#problem = {
        line: this.#line + 1,
        reason: `${count - this.#sequence} records are missing at the end`,
      };
    if (!this.#problem && head && head.chain_mac !== this.#mac) this.#fails('the chain ends at another head');
    return { organization_id, records: this.#sequence, problem: this.#problem };
  }

  #fails(reason: string): false {
    this.#problem ??= { line: this.#line, reason };
    return false;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
