import { type ErrorDetail, validationFailed } from '@patchbay/kernel/errors';
import type { CredentialKind, Material } from '../../schemas/credentials.ts';
import { MATERIAL_FIELDS } from '../../schemas/credentials.ts';
import { privateKeyFault } from './private-key.ts';

type Field = keyof Material;

interface Shape {
  readonly needs: readonly Field[];
  readonly takes: readonly Field[];
  readonly username: 'optional' | 'required' | 'none';
}

const PLAIN: Shape = { needs: ['secret'], takes: [], username: 'optional' };
const SHAPES: Readonly<Record<CredentialKind, Shape>> = {
  password: PLAIN,
  token: PLAIN,
  key: PLAIN,
  snmp_v2c: { needs: ['community'], takes: [], username: 'none' },
  snmp_v3: {
    needs: ['auth_protocol', 'auth_key'],
    takes: ['privacy_protocol', 'privacy_key'],
    username: 'required',
  },
  ssh_key: { needs: ['private_key'], takes: ['passphrase'], username: 'required' },
};

/** Whether a kind's secret is one text, as controllers are signed in to over HTTP. */
export const isPlainKind = (kind: CredentialKind): kind is 'password' | 'token' | 'key' =>
  SHAPES[kind] === PLAIN;

/** Whether what is kept of one kind can go on as another. */
export const isSameShape = (one: CredentialKind, other: CredentialKind): boolean =>
  SHAPES[one] === SHAPES[other];

/**
 * The sealed text: the secret itself, or the fields of the kind as JSON. Throws a 422 that names every field at
 * fault.
 */
export function sealedText(kind: CredentialKind, username: string | null, given: Material): string {
  const details = [...shapeFaults(SHAPES[kind], username, given), ...kindFaults(kind, given)];
  if (details.length > 0) throw validationFailed({ details });
  if (isPlainKind(kind)) return String(given.secret);
  return JSON.stringify(
    Object.fromEntries(MATERIAL_FIELDS.map((field) => [field, given[field] ?? undefined])),
  );
}

/** The fields of a kind from what was sealed. */
export const openedMaterial = (kind: CredentialKind, text: string): Material =>
  isPlainKind(kind) ? { secret: text } : (JSON.parse(text) as Material);

const fault = (field: string, message: string, type: string): ErrorDetail => ({ field, message, type });

function shapeFaults({ needs, takes, username }: Shape, name: string | null, given: Material): ErrorDetail[] {
  const isGiven = (field: Field): boolean => given[field] !== undefined && given[field] !== null;
  const lacking = needs.filter((field) => !isGiven(field)).map(required);
  const beyond = MATERIAL_FIELDS.filter(
    (field) => isGiven(field) && !needs.includes(field) && !takes.includes(field),
  ).map((field) => fault(field, 'does not belong to this kind', 'not_allowed'));
  if (username === 'required' && name === null) lacking.push(required('username'));
  if (username === 'none' && name !== null)
    beyond.push(fault('username', 'does not belong to this kind', 'not_allowed'));
  return [...lacking, ...beyond];
}

const required = (field: string): ErrorDetail => fault(field, 'is required for this kind', 'required');

function kindFaults(kind: CredentialKind, given: Material): ErrorDetail[] {
  if (kind === 'snmp_v3') {
    const { privacy_protocol, privacy_key } = given;
    if (!privacy_protocol === !privacy_key) return [];
    return [required(privacy_protocol ? 'privacy_key' : 'privacy_protocol')];
  }
  if (kind !== 'ssh_key' || !given.private_key) return [];
  const why = privateKeyFault(given.private_key, given.passphrase ?? null);
  return why === null ? [] : [why];
}
