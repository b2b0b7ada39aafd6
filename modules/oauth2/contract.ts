export type { ApplicationView, GrantView } from './schemas.ts';
