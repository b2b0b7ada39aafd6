import { Nullable } from '@patchbay/kernel/schema';
import Type from 'typebox';
import { DisplayName, Email, NewPassword, Slug, Username, UserSchema } from '../contract.ts';
import { Code } from './mfa.ts';

const Login = Type.String({ minLength: 1, maxLength: 320 });
const Password = Type.String({ minLength: 1, maxLength: 1_024 });
export const OrganizationName = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: '^[^\\p{Cc}]*[^\\p{Cc}\\s][^\\p{Cc}]*$',
});

export const LoginInput = Type.Object({
  login: Login,
  password: Password,
  remember_me: Type.Optional(Type.Boolean({ description: 'keeps the sign-in for 30 days' })),
});

export const GrantInput = Type.Object({
  grant_type: Type.Optional(Type.String({ maxLength: 100 })),
  username: Login,
  password: Password,
  scope: Type.Optional(Type.String({ maxLength: 1_000 })),
  client_id: Type.Optional(Type.String({ maxLength: 200 })),
  client_secret: Type.Optional(Type.String({ maxLength: 500 })),
});

export const Tokens = Type.Object({
  access_token: Type.String(),
  refresh_token: Type.String(),
  token_type: Type.String(),
  expires_in: Type.Integer({ description: 'seconds' }),
});

export const RefreshInput = Type.Object({
  refresh_token: Type.Optional(
    Type.String({ minLength: 1, maxLength: 500, description: 'absent: the cookie is used' }),
  ),
});

export const SetupInput = Type.Object({
  organization_name: OrganizationName,
  organization_slug: Type.Optional(Slug),
  email: Email,
  username: Username,
  password: NewPassword,
  setup_token: Type.Optional(Type.String({ maxLength: 200, description: 'required in production' })),
});

export const SetupReply = Type.Object({
  organization: Type.Object({
    id: Type.String(),
    name: Type.String(),
    slug: Type.String(),
    is_active: Type.Boolean(),
    created_at: Type.String(),
    updated_at: Type.String(),
  }),
  user: UserSchema,
});

export const ProfileSchema = Type.Object({
  ...UserSchema.properties,
  permissions: Type.Array(Type.String()),
  organization: Type.Object({ id: Type.String(), name: Type.String(), slug: Type.String() }),
  pending_email: Nullable(
    Type.String({ description: 'asked for; counts once it is confirmed by the token sent to it' }),
  ),
  mfa_enrolment_required: Type.Boolean({
    description: 'true: the organization demands a second factor; nothing else is allowed before',
  }),
});

export const ProfileInput = Type.Object({
  display_name: Type.Optional(Nullable(DisplayName)),
  email: Type.Optional(Email),
});

export const ReauthenticationInput = Type.Object({
  password: Type.Optional(Password),
  code: Type.Optional(Code),
});

export const PasswordChangeInput = Type.Object({ current_password: Password, new_password: NewPassword });

export const SessionSchema = Type.Object({
  id: Type.String(),
  created_at: Type.String(),
  last_used_at: Type.String(),
  ip: Type.String(),
  user_agent: Type.String(),
  current: Type.Boolean(),
});

export const ResetRequestInput = Type.Object({ email: Email });

export const EmailConfirmationInput = Type.Object({
  token: Type.String({ minLength: 1, maxLength: 200, description: 'from the mail' }),
});

export const PasswordResetInput = Type.Object({
  token: Type.String({ minLength: 1, maxLength: 200, description: 'from the mail' }),
  password: NewPassword,
});

export const RegistrationInput = Type.Object({
  organization_name: OrganizationName,
  email: Email,
  username: Username,
  password: NewPassword,
});
