import { pageQuerySchema } from '@patchbay/kernel/database';
import { Nullable } from '@patchbay/kernel/schema';
import Type, { type Static, type TSchema } from 'typebox';

const closed = { additionalProperties: false };
const Optional = <T extends TSchema>(schema: T) => Type.Optional(schema);
const Id = Type.String({ format: 'uuid' });
const Text = Type.String();

export const CREDENTIAL_KINDS = ['password', 'token', 'key', 'snmp_v2c', 'snmp_v3', 'ssh_key'] as const;
export type CredentialKind = (typeof CREDENTIAL_KINDS)[number];

const Name = Type.String({ minLength: 1, maxLength: 200 });
const Kind = Type.Enum([...CREDENTIAL_KINDS]);
const Username = Type.String({ minLength: 1, maxLength: 200 });
const SnmpKey = (description: string) => Type.String({ minLength: 8, maxLength: 200, description });

/** Secret parts of a kind, and those that say how the secret is used; never answered. */
const material = {
  secret: Optional(
    Type.String({ minLength: 1, maxLength: 16_384, description: 'password, token, key: the secret itself' }),
  ),
  community: Optional(Type.String({ minLength: 1, maxLength: 200, description: 'snmp_v2c' })),
  auth_protocol: Optional(
    Type.Enum(['md5', 'sha', 'sha224', 'sha256', 'sha384', 'sha512'], { description: 'snmp_v3' }),
  ),
  auth_key: Optional(SnmpKey('snmp_v3')),
  privacy_protocol: Optional(
    Nullable(Type.Enum(['des', 'aes', 'aes192', 'aes256'], { description: 'snmp_v3: with privacy_key' })),
  ),
  privacy_key: Optional(Nullable(SnmpKey('snmp_v3: with privacy_protocol'))),
  private_key: Optional(
    Type.String({ minLength: 1, maxLength: 16_384, description: 'ssh_key: PEM or OpenSSH' }),
  ),
  passphrase: Optional(
    Nullable(
      Type.String({ minLength: 1, maxLength: 1_024, description: 'ssh_key: of an encrypted private key' }),
    ),
  ),
};
export const MATERIAL_FIELDS = Object.keys(material) as (keyof typeof material)[];

const Host = Type.String({
  minLength: 1,
  maxLength: 300,
  description: 'host:port, or an http or https URL',
  examples: ['192.0.2.7:443'],
});
const binding = {
  site_id: Optional(Nullable(Id)),
  hosts: Optional(
    Type.Array(Host, {
      maxItems: 100,
      uniqueItems: true,
      description: 'where the secret may be sent to; naming the credential at a controller adds its host',
    }),
  ),
};

export const CredentialInput = Type.Object(
  { name: Name, kind: Kind, username: Optional(Nullable(Username)), ...material, ...binding },
  {
    ...closed,
    examples: [{ name: 'Core routers', kind: 'password', username: 'patchbay', secret: 'a long secret' }],
  },
);

export const CredentialPatch = Type.Object(
  {
    name: Optional(Name),
    kind: Optional(Kind),
    username: Optional(Nullable(Username)),
    ...material,
    ...binding,
  },
  { ...closed, minProperties: 1, examples: [{ name: 'Core switches' }] },
);

export type Material = { -readonly [K in keyof typeof material]?: Static<(typeof material)[K]> | undefined };

/** The secret is never answered, not even once (SPEC 2.2). */
export const CredentialReply = Type.Object({
  id: Text,
  organization_id: Text,
  site_id: Nullable(Text),
  name: Text,
  kind: Text,
  username: Nullable(Text),
  secret_set: Type.Boolean(),
  hosts: Type.Array(Text, { description: 'host:port that the secret may be sent to, the first 100' }),
  created_at: Text,
  updated_at: Text,
});

export const CredentialTestInput = Type.Object({ controller_id: Id }, closed);
export const CredentialTestReply = Type.Object({ ok: Type.Boolean(), message: Text });
export const CredentialQuery = pageQuerySchema({ sort: ['name', 'created_at'] });
