export { envelopeUnreadable, secretTooLarge } from './errors.ts';
export { loadSecretKey, readSecretKey, replaceSecretKey } from './load-secret-key.ts';
export { PASSWORDS, Passwords } from './passwords.ts';
export { SEALED_COLUMNS, type SealedColumn } from './sealed-columns.ts';
export { Secret } from './secret.ts';
export { SECRETS, SecretBox, type SecretKeys, type SecretPlace } from './secret-box.ts';
