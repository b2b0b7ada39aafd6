const LIVE = 'read from gear, and there is none';
const OBSERVED = 'comes from syncs of gear, and there is none; its own tests search it';
const PACKAGE = 'needs a signed package; its own tests search it';

/** Lists that have no rows in a sweep, by name, with the reason. */
export const WITHOUT_ROWS: Readonly<Record<string, string>> = {
  'GET /api/v1/gateway-{family}/{controller_id}/{feature}': LIVE,
  'GET /api/v1/gateway-{family}/{controller_id}/sites/{site_id}/{feature}': LIVE,
  'GET /api/v1/firewall/rules': OBSERVED,
  'GET /api/v1/firewall/nat': OBSERVED,
  'GET /api/v1/firewall/hygiene': OBSERVED,
  'GET /api/v1/firewall/alerts': OBSERVED,
  'GET /api/v1/vpn/tunnels': OBSERVED,
  'GET /api/v1/plugins': PACKAGE,
  'GET /api/v1/plugins/{plugin_id}/logs': PACKAGE,
  'GET /api/v1/security/locked-accounts': 'nobody is locked out; its own tests search it',
};

const PEOPLE = 'people and what is theirs belong to the organization';
const CHAINS = 'what reacts to events belongs to the organization, whatever site the event is of';
const PLATFORM = 'the same for everybody';

/** Lists whose rows belong to no site, so that `site_id` of one's own organization takes none away. */
export const ORGANIZATION_WIDE: Readonly<Record<string, string>> = {
  'GET /api/v1/auth/sessions': PEOPLE,
  'GET /api/v1/organizations': PEOPLE,
  'GET /api/v1/users': PEOPLE,
  'GET /api/v1/roles': PEOPLE,
  'GET /api/v1/api-keys': PEOPLE,
  'GET /api/v1/auth/passkeys': PEOPLE,
  'GET /api/v1/auth/sso/providers': PEOPLE,
  'GET /api/v1/oauth2/applications': PEOPLE,
  'GET /api/v1/oauth2/grants': PEOPLE,
  'GET /api/v1/security/sign-ins': PEOPLE,
  'GET /api/v1/security/sessions': PEOPLE,
  'GET /api/v1/security/keys': PEOPLE,
  'GET /api/v1/notifications': PEOPLE,
  'GET /api/v1/notifications/channels': PEOPLE,
  'GET /api/v1/notifications/deliveries': PEOPLE,
  'GET /api/v1/fabric/connections': CHAINS,
  'GET /api/v1/fabric/connections/{connection_id}/runs': CHAINS,
  'GET /api/v1/fabric/dead-letters': CHAINS,
  'GET /api/v1/events/dead-letters': CHAINS,
  'GET /api/v1/automation/rules': CHAINS,
  'GET /api/v1/webhooks': CHAINS,
  'GET /api/v1/webhooks/templates': CHAINS,
  'GET /api/v1/modules': PLATFORM,
  'GET /api/v1/changes/features': PLATFORM,
  'GET /api/v1/actions': PLATFORM,
};
