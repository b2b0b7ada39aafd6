import { savedViews } from './001-saved-views.ts';

export const migrations = [savedViews];
