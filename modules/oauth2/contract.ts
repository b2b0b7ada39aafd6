export type { ApplicationView, GrantView } from './schemas/applications.ts';
