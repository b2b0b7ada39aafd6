import { hash } from 'node:crypto';

/** Short enough to keep per row, long enough that two values of one object never share it. */
export const valueHash = (json: string): string => hash('sha256', json, 'base64url').slice(0, 24);
