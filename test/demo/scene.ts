import type { LabEndpoint } from '@patchbay/lab';
import { DemoClient } from './client.ts';
import type { Narrator } from './narrator.ts';
import type { StreamReader } from './stream.ts';

export const OWNER = { email: 'owner@harbour.example', password: 'Harbour-Lights-2026!' };
export const OTHER = { email: 'owner@summit.example', password: 'Summit-Trail-2026!' };
export const COLLEAGUE = { email: 'colleague@harbour.example', password: 'Second-Person-2026!' };
export const ENGINEER = { email: 'engineer@harbour.example', password: 'Patch-Panel-2026!' };

/** The feature whose change the demonstration stages and applies. */
export const FEATURE = 'routeros.firewall.filter';

/** The simulated gear that is running. */
export interface Lab {
  readonly router: LabEndpoint;
  readonly firewall: LabEndpoint;
}

/** What the steps of the demonstration hand on to each other. */
export class DemoScene {
  readonly narrator: Narrator;
  readonly url: string;
  readonly router: LabEndpoint;
  readonly firewall: LabEndpoint;
  readonly folder: string;
  readonly api: DemoClient;
  owner = '';
  engineer = '';
  colleague = '';
  other = '';
  site_id = '';
  router_id = '';
  firewall_id = '';
  change_id = '';
  /** The change that cuts the router off. */
  cutting_id = '';
  confirm_until = '';
  /** The change two people agreed on. */
  agreed_id = '';
  connection_id = '';
  stream: StreamReader | undefined;

  constructor(narrator: Narrator, url: string, lab: Lab, folder: string) {
    this.narrator = narrator;
    this.url = url;
    this.router = lab.router;
    this.firewall = lab.firewall;
    this.folder = folder;
    this.api = new DemoClient({ url, narrator });
  }
}
