import type { ComponentType } from 'react';
import type { InboxQueueProps } from './inbox-row.ts';

export type * from './inbox-row.ts';

/** A text in every language of the console. */
export interface Titles {
  readonly en: string;
  readonly de: string;
}

/** Groups of the navigation, in their order. */
export const NAVIGATION_GROUPS = [
  'overview',
  'estate',
  'changes',
  'automation',
  'people',
  'platform',
] as const;
export type NavigationGroup = (typeof NAVIGATION_GROUPS)[number];

/** Component of a page or a contribution, loaded when it is shown first. */
export type Loaded<Props = object> = () => Promise<{ readonly default: ComponentType<Props> }>;

/** Conditions for seeing a page or a contribution; without any, each signed-in user sees it. */
export interface Visibility {
  /** One permission, or several of which one is enough; checked against the declared ones when the console is built. */
  readonly permission?: string | readonly string[];
  /** Lowest role. */
  readonly role?: string;
  /** The module whose routes it uses, where that is not its own; hidden while it is off. */
  readonly needs?: string | readonly string[];
}

export interface ConsolePage extends Visibility {
  /** Below `/console`; parameters as `$name` (`/sites/$site_id`). */
  readonly path: string;
  readonly title: Titles;
  /** Its link in the navigation; pages without one are reached from others. */
  readonly navigation?: { readonly group: NavigationGroup; readonly order: number };
  readonly load: Loaded;
}

/** Declares a page. Its file is imported by Node when the console is built, so it loads components lazily. */
export const definePage = (page: ConsolePage): ConsolePage => Object.freeze(page);

/** Places at which a module adds to pages of others. */
export interface ContributionProps {
  /** Content of a panel of the home page, which draws its frame and its title. */
  readonly 'home.panel': object;
  /** A queue of the review inbox: it draws nothing, and tells its rows by `useInboxReport`. */
  readonly 'inbox.queue': InboxQueueProps;
  /** A tab of a site, a controller, a device, a change, a user. */
  readonly 'site.tab': { readonly site_id: string };
  readonly 'controller.tab': { readonly controller_id: string };
  readonly 'device.tab': { readonly device_id: string };
  readonly 'change.tab': { readonly change_id: string };
  readonly 'user.tab': { readonly user_id: string };
  readonly 'profile.tab': object;
  /** A way to a first second factor, for people whose organization demands one; shown without pages around it. */
  readonly 'enrolment.method': object;
  /** A tab of the platform's page. */
  readonly 'platform.tab': object;
}
export type ContributionPoint = keyof ContributionProps;

export interface ConsoleContribution<P extends ContributionPoint = ContributionPoint> extends Visibility {
  readonly point: P;
  /** Unique within its point. */
  readonly id: string;
  readonly title: Titles;
  readonly order: number;
  readonly load: Loaded<ContributionProps[P]>;
}

/** Declares what a module adds to another's page; listed in `contributions` of its `console/pages.ts`. */
export const contributePart = <P extends ContributionPoint>(
  part: ConsoleContribution<P>,
): ConsoleContribution => Object.freeze(part) as ConsoleContribution;

/** Pages and contributions of one module, as the build gathers them. */
export interface ModulePages {
  readonly id: string;
  readonly pages: readonly ConsolePage[];
  readonly contributions: readonly ConsoleContribution[];
}
