export type { KeyView } from './schemas.ts';
