import { oauth2 } from './001-oauth2.ts';

export const migrations = [oauth2];
