import { SECRET_CHANGES, SECRET_STAYS } from '../change/compare/compare.ts';
import type { Change } from '../what.ts';

/** Why a pending change stands in the inbox. */
export type Reason = 'unconfirmed' | 'approval' | 'failed' | 'unknown' | 'reverted' | 'staged';

/** Permissions of which each kind of write needs one. */
export const WRITE_PERMISSIONS = [
  'network:write',
  'vpn:write',
  'firewall:write',
  'hypervisor:write',
  'controller:write',
] as const;

/** Why a change waits for this viewer; null when it waits for others. */
export function reasonOf(change: Change, viewer_id: string): Reason | null {
  const { status, last_outcome, approvals, staged_by } = change;
  if (status !== 'pending' || last_outcome === 'running') return null;
  if (last_outcome === 'awaiting_confirmation') return 'unconfirmed';
  if (last_outcome === 'failed' || last_outcome === 'unknown' || last_outcome === 'reverted')
    return last_outcome;
  const own = approvals.votes.find(({ user_id }) => user_id === viewer_id);
  const isRejected = approvals.votes.some(({ decision }) => decision === 'reject');
  if (approvals.given >= approvals.required) return 'staged';
  if (isRejected || staged_by === viewer_id) return null;
  return own !== undefined && own.fallen === undefined ? null : 'approval';
}

const MOST_FIELDS = 3;
const LONGEST_VALUE = 40;

const shown = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return '–';
  if (value === SECRET_STAYS || value === SECRET_CHANGES) return '…';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE - 1)}…` : text;
};

/** `disabled: false → yes, …`: the first fields that a change alters. */
export function diffText({ diff, operation }: Pick<Change, 'diff' | 'operation'>): string | null {
  if (operation === 'delete' || diff.length === 0) return null;
  const told = diff
    .slice(0, MOST_FIELDS)
    .map(({ field, before, after }) =>
      operation === 'create' ? `${field}: ${shown(after)}` : `${field}: ${shown(before)} → ${shown(after)}`,
    );
  return [...told, ...(diff.length > MOST_FIELDS ? ['…'] : [])].join(' · ');
}
