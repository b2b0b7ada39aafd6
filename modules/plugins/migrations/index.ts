import { plugins001 } from './001-plugins.ts';
import { organizationPlugins } from './002-organization-rows.ts';
import { plugins003 } from './003-fixed-reasons.ts';
import { plugins004 } from './004-fair-turns.ts';
import { plugins005 } from './005-emissions.ts';

export const migrations = [plugins001, organizationPlugins, plugins003, plugins004, plugins005];
