import type { LabEndpoint } from '@patchbay/module-lab/contract';
import { DemoClient } from './client.ts';
import type { Narrator } from './narrator.ts';
import type { StreamReader } from './stream.ts';

export const OWNER = { email: 'owner@harbour.example', password: 'Harbour-Lights-2026!' };
export const OTHER = { email: 'owner@summit.example', password: 'Summit-Trail-2026!' };
export const ENGINEER = { email: 'engineer@harbour.example', password: 'Patch-Panel-2026!' };

/** The feature whose change the demonstration stages and applies. */
export const FEATURE = 'routeros.firewall.filter';

/** What the steps of the demonstration hand on to each other. */
export class DemoScene {
  readonly narrator: Narrator;
  readonly url: string;
  readonly lab: LabEndpoint;
  readonly folder: string;
  readonly api: DemoClient;
  owner = '';
  engineer = '';
  other = '';
  site_id = '';
  controller_id = '';
  change_id = '';
  connection_id = '';
  stream: StreamReader | undefined;

  constructor(narrator: Narrator, url: string, lab: LabEndpoint, folder: string) {
    this.narrator = narrator;
    this.url = url;
    this.lab = lab;
    this.folder = folder;
    this.api = new DemoClient(url, narrator);
  }
}
