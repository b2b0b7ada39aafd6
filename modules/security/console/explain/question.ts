import type { BodyOf } from '@patchbay/client';

/** Values of the form; they stand in the address. */
export interface Question {
  readonly subject: string;
  readonly user_id: string | null;
  readonly key_id: string | null;
  readonly demand: string;
  readonly permission: string;
  readonly route_id: string;
  readonly resource_id: string;
}

type Body = BodyOf<'POST', '/security/explain-access'>;
type Texts = Readonly<Record<string, string>>;

/** The question that an address holds. */
export const questionOf = (search: Texts): Question => ({
  subject: search['key_id'] ? 'key' : 'user',
  user_id: search['user_id'] || null,
  key_id: search['key_id'] || null,
  demand: search['route_id'] ? 'route' : 'permission',
  permission: search['permission'] ?? '',
  route_id: search['route_id'] ?? '',
  resource_id: search['resource_id'] ?? '',
});

/** Exactly one subject and one demand, as the platform takes them. */
export const bodyOf = (question: Question): Body => ({
  ...(question.subject === 'user' ? { user_id: question.user_id ?? '' } : { key_id: question.key_id ?? '' }),
  ...(question.demand === 'permission'
    ? { permission: question.permission.trim() }
    : { route_id: question.route_id.trim() }),
  ...(question.resource_id.trim() === '' ? {} : { resource_id: question.resource_id.trim() }),
});

const KEYS = ['user_id', 'key_id', 'permission', 'route_id', 'resource_id'] as const;

/** Address of a question; keys that it does not use go. */
export function searchOf(question: Question): Readonly<Record<string, string | null>> {
  const body = bodyOf(question);
  return Object.fromEntries(KEYS.map((key) => [key, body[key] || null]));
}

/** Whether an address holds a whole question, so that it can be asked at once. */
export const isWhole = ({ user_id, key_id, permission, route_id }: Question): boolean =>
  (user_id !== null || key_id !== null) && (permission !== '' || route_id !== '');
