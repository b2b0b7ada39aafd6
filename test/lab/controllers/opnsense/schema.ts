import { readFileSync } from 'node:fs';

export interface Constraint {
  readonly type?: string;
  readonly reference?: string;
  readonly addFields?: readonly string[];
  readonly field?: string;
  readonly check?: string;
  readonly caseInsensitive?: string;
}

/** One field as the product's model files describe it. */
export interface Leaf {
  readonly type: string;
  readonly required?: boolean;
  readonly default?: string;
  readonly options?: readonly string[];
  readonly mask?: string;
  readonly min?: number;
  readonly max?: number;
  readonly multiple?: boolean;
  readonly asList?: boolean;
  readonly addressFamily?: string;
  readonly netMaskRequired?: boolean;
  readonly netMaskAllowed?: boolean;
  readonly wildcardEnabled?: boolean;
  readonly ipAllowed?: boolean;
  readonly hostWildcardAllowed?: boolean;
  readonly enableWellKnown?: boolean;
  readonly enableRanges?: boolean;
  readonly enableAlias?: boolean;
  readonly changeCase?: string;
  readonly ConfigdPopulateAct?: string;
  readonly relation?: readonly { readonly source: string; readonly items: string }[];
  readonly constraints?: readonly Constraint[];
}

interface Node {
  readonly kind?: 'container' | 'array';
  readonly class?: string;
  readonly fields?: Readonly<Record<string, Node>>;
  readonly type?: string;
}

/** The leaves of one kind of object, nested ones under dotted names, in their order. */
export type Leaves = ReadonlyMap<string, Leaf>;

export interface Model {
  readonly name: string;
  /** Fields of the settings that stand beside the lists. */
  readonly settings: Leaves;
  /** Lists of objects by their path in the model. */
  readonly lists: ReadonlyMap<string, Leaves>;
}

export interface Action {
  readonly methods: readonly string[];
  readonly params?: readonly string[];
  readonly op?: 'add' | 'set' | 'del' | 'get' | 'search' | 'toggle';
  readonly key?: string;
  readonly path?: string;
}

export interface Controller {
  readonly path: string;
  readonly model?: string;
  readonly key?: string;
  readonly actions: Readonly<Record<string, Action>>;
}

export interface FirewallSchema {
  readonly controllers: ReadonlyMap<string, Controller>;
  readonly models: ReadonlyMap<string, Model>;
}

/** Fields the model files hold as nested elements, because their settings stand inside. */
const leafClasses = new Set(['InterfaceField', 'ConfigdActionsField']);

/** Where the list of actions misses what the recordings of the product show. */
const corrections: Readonly<Record<string, Readonly<Record<string, Action>>>> = {
  '/api/wireguard/client': {
    add_client: { methods: ['POST'], op: 'add', key: 'client', path: 'clients.client' },
  },
  '/api/unbound/settings': {
    del_host_override: { methods: ['POST'], params: ['uuid'], op: 'del', path: 'hosts.host' },
  },
  '/api/ipsec/connections': {
    del_connection: { methods: ['POST'], params: ['uuid'], op: 'del', path: 'Connections.Connection' },
  },
  '/api/cron/settings': {
    set_job: { methods: ['POST'], params: ['uuid'], op: 'set', key: 'job', path: 'jobs.job' },
  },
  '/api/routes/routes': {
    setroute: { methods: ['POST'], params: ['uuid'], op: 'set', key: 'route', path: 'route' },
  },
  '/api/firewall/filter': { search_rule: { methods: ['GET', 'POST'], op: 'search', path: 'rules.rule' } },
  '/api/firewall/d_nat': { search_rule: { methods: ['GET', 'POST'], op: 'search', path: 'rule' } },
  '/api/firewall/source_nat': {
    search_rule: { methods: ['GET', 'POST'], op: 'search', path: 'snatrules.rule' },
  },
  '/api/routing/settings': {
    search_gateway: { methods: ['GET', 'POST'], op: 'search', path: 'gateway_item' },
    toggle_gateway: { methods: ['POST'], params: ['uuid', 'enabled?'], op: 'toggle', path: 'gateway_item' },
  },
  '/api/core/firmware': { status: { methods: ['GET', 'POST'] } },
};

const file = new URL('../../vendor-data/opnsense/schema.json', import.meta.url);
let loaded: FirewallSchema | undefined;

/** The product's controllers and models, read once. */
export function firewallSchema(): FirewallSchema {
  loaded ??= load();
  return loaded;
}

function load(): FirewallSchema {
  const data = JSON.parse(readFileSync(file, 'utf8')) as {
    controllers: readonly Controller[];
    models: Readonly<Record<string, Node>>;
  };
  const controllers = data.controllers.map((one): [string, Controller] => [
    one.path,
    { ...one, actions: { ...one.actions, ...corrections[one.path] } },
  ]);
  const models = Object.entries(data.models).map(([name, node]) => [name, readModel(name, node)] as const);
  return { controllers: new Map(controllers), models: new Map(models) };
}

function readModel(name: string, root: Node): Model {
  const lists = new Map<string, Leaves>();
  const settings = new Map<string, Leaf>();
  const walk = (node: Node, path: string, into: Map<string, Leaf>, inList: boolean): void => {
    for (const [key, child] of Object.entries(node.fields ?? {})) {
      const place = path === '' ? key : `${path}.${key}`;
      if (child.fields === undefined || leafClasses.has(child.class ?? '')) into.set(place, leafOf(child));
      else if (child.kind === 'array' && !inList) {
        const leaves = new Map<string, Leaf>();
        lists.set(place, leaves);
        walk(child, '', leaves, true);
      } else walk(child, place, into, inList);
    }
  };
  walk(root, '', settings, false);
  return { name, settings, lists };
}

function leafOf(node: Node): Leaf {
  if (node.fields === undefined) return node as Leaf;
  return { type: node.class ?? '', ...('Multiple' in node.fields ? { multiple: true } : {}) };
}
