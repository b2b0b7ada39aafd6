// Written by `npm run openapi`. SHA-256 of openapi.json: 369b1c3f21673bf3eb28efc6dbade7013c43cd5c2d0885c9893d4c2d8bc8fb62

export interface paths {
  "/": {
    get: {
      responses: {
        200: {
          content: {
            "application/json": {
              app: string;
              docs: string;
              api: string;
            } & {
              [key: string]: string;
            };
          };
        };
      };
    };
  };
  "/.well-known/oauth-authorization-server/api/v1/oauth2": {
    get: {
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["Oauth2MetadataAtRoot"];
          };
        };
      };
    };
  };
  "/api/v1/actions": {
    get: {
      parameters: {
        query?: {
          page?: number;
          per_page?: number;
          site_id?: string;
          search?: string;
          sort?: "action_type" | "-action_type" | "title" | "-title";
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              items: {
                action_type: string;
                title: string;
                description: string;
                params_schema: unknown;
                output_schema: unknown;
                permission: string | null;
                allowed: boolean;
                available: boolean;
              }[];
              total: number;
              page: number;
              per_page: number;
              pages: number;
            };
          };
        };
      };
    };
  };
  "/api/v1/alerts": {
    get: {
      parameters: {
        query?: {
          page?: number;
          per_page?: number;
          site_id?: string;
          search?: string;
          sort?: "created_at" | "-created_at" | "severity" | "-severity" | "status" | "-status" | "title" | "-title";
          status?: "open" | "acknowledged" | "resolved";
          severity?: "info" | "warning" | "critical";
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              items: components["schemas"]["AlertsListItems"][];
              total: number;
              page: number;
              per_page: number;
              pages: number;
            };
          };
        };
      };
    };
  };
  "/api/v1/alerts/{alert_id}": {
    get: {
      parameters: {
        path: {
          alert_id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["AlertsListItems"];
          };
        };
      };
    };
  };
  "/api/v1/alerts/{alert_id}/acknowledge": {
    post: {
      parameters: {
        path: {
          alert_id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["AlertsListItems"];
          };
        };
      };
    };
  };
  "/api/v1/alerts/{alert_id}/resolve": {
    post: {
      parameters: {
        path: {
          alert_id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["AlertsListItems"];
          };
        };
      };
    };
  };
  "/api/v1/api-keys": {
    get: {
      parameters: {
        query?: {
          page?: number;
          per_page?: number;
          site_id?: string;
          search?: string;
          sort?: "created_at" | "-created_at" | "name" | "-name" | "expires_at" | "-expires_at" | "last_used_at" | "-last_used_at";
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              items: components["schemas"]["ApiKeysListItems"][];
              total: number;
              page: number;
              per_page: number;
              pages: number;
            };
          };
        };
      };
    };
    post: {
      requestBody: {
        content: {
          "application/json": {
            name: string;
            description?: string | null;
            scopes?: string[];
            expires_in_days?: number;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              id: string;
              organization_id: string;
              user_id: string;
              name: string;
              description: string | null;
              prefix: string;
              scopes: string[] | null;
              expires_at: string | null;
              last_used_at: string | null;
              created_at: string;
              updated_at: string;
              secret: string;
            };
          };
        };
      };
    };
  };
  "/api/v1/api-keys/{key_id}": {
    get: {
      parameters: {
        path: {
          key_id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["ApiKeysListItems"];
          };
        };
      };
    };
    delete: {
      parameters: {
        path: {
          key_id: string;
        };
      };
      responses: {
        204: {};
      };
    };
  };
  "/api/v1/audit": {
    get: {
      parameters: {
        query?: {
          page?: number;
          per_page?: number;
          site_id?: string;
          search?: string;
          sort?: "occurred_at" | "-occurred_at" | "sequence" | "-sequence";
          action?: string;
          actor_id?: string;
          target_id?: string;
          since?: string;
          until?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              items: {
                id: string;
                sequence: number | null;
                actor_kind: string;
                actor_id: string | null;
                key_id: string | null;
                action: string;
                target_type: string | null;
                target_id: string | null;
                detail: {
                  [key: string]: unknown;
                };
                occurred_at: string;
                created_at: string;
                updated_at: string;
              }[];
              total: number;
              page: number;
              per_page: number;
              pages: number;
            };
          };
        };
      };
    };
  };
  "/api/v1/audit/validate": {
    get: {
      responses: {
        200: {
          content: {
            "application/json": {
              valid: boolean;
              sealed: number;
              unsealed: number;
              problems: components["schemas"]["AuditValidateProblems"][];
              first_problem: components["schemas"]["AuditValidateProblems"] | null;
            };
          };
        };
      };
    };
  };
  "/api/v1/auth/email/confirm": {
    post: {
      requestBody: {
        content: {
          "application/json": {
            token: string;
          };
        };
      };
      responses: {
        204: {};
      };
    };
  };
  "/api/v1/auth/login": {
    post: {
      requestBody: {
        content: {
          "application/json": {
            login: string;
            password: string;
            remember_me?: boolean;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["AuthLogin"];
          };
        };
      };
    };
  };
  "/api/v1/auth/login/mfa": {
    post: {
      requestBody: {
        content: {
          "application/json": {
            mfa_token: string;
            code: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["AuthLogin"];
          };
        };
      };
    };
  };
  "/api/v1/auth/logout": {
    post: {
      responses: {
        204: {};
      };
    };
  };
  "/api/v1/auth/logout-all": {
    post: {
      responses: {
        204: {};
      };
    };
  };
  "/api/v1/auth/me": {
    get: {
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["AuthMe"];
          };
        };
      };
    };
    patch: {
      requestBody: {
        content: {
          "application/json": {
            display_name?: string | null;
            email?: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["AuthMe"];
          };
        };
      };
    };
  };
  "/api/v1/auth/mfa": {
    get: {
      responses: {
        200: {
          content: {
            "application/json": {
              enabled: boolean;
              methods: string[];
              backup_codes_left: number;
            };
          };
        };
      };
    };
  };
  "/api/v1/auth/mfa/backup-codes": {
    post: {
      requestBody: {
        content: {
          "application/json": {
            code: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              backup_codes: string[];
            };
          };
        };
      };
    };
  };
  "/api/v1/auth/mfa/disable": {
    post: {
      requestBody: {
        content: {
          "application/json": {
            password?: string;
            code: string;
          };
        };
      };
      responses: {
        204: {};
      };
    };
  };
  "/api/v1/auth/mfa/enable": {
    post: {
      requestBody: {
        content: {
          "application/json": {
            code: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              backup_codes: string[];
            };
          };
        };
      };
    };
  };
  "/api/v1/auth/mfa/setup": {
    post: {
      responses: {
        200: {
          content: {
            "application/json": {
              secret: string;
              otpauth_url: string;
              qr_svg: string;
            };
          };
        };
      };
    };
  };
  "/api/v1/auth/passkeys": {
    get: {
      parameters: {
        query?: {
          page?: number;
          per_page?: number;
          site_id?: string;
          search?: string;
          sort?: "created_at" | "-created_at" | "name" | "-name" | "last_used_at" | "-last_used_at";
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              items: components["schemas"]["PasskeysListItems"][];
              total: number;
              page: number;
              per_page: number;
              pages: number;
            };
          };
        };
      };
    };
    post: {
      requestBody: {
        content: {
          "application/json": {
            challenge_id: string;
            name: string;
            response: {
              id: string;
              rawId: string;
              type: "public-key";
              authenticatorAttachment?: string | null;
              clientExtensionResults?: {
                [key: string]: unknown;
              };
              response: {
                clientDataJSON: string;
                attestationObject: string;
                transports?: string[];
              } & {
                [key: string]: unknown;
              };
            };
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": components["schemas"]["PasskeysListItems"];
          };
        };
      };
    };
  };
  "/api/v1/auth/passkeys/reauthentication": {
    post: {
      requestBody: {
        content: {
          "application/json": {
            challenge_id: string;
            response: components["schemas"]["PasskeysReauthenticateBodyResponse"];
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              valid_until: string;
            };
          };
        };
      };
    };
  };
  "/api/v1/auth/passkeys/reauthentication/options": {
    post: {
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["PasskeysBeginReauthentication"];
          };
        };
      };
    };
  };
  "/api/v1/auth/passkeys/registration/options": {
    post: {
      responses: {
        200: {
          content: {
            "application/json": {
              challenge_id: string;
              options: {
                rp: {
                  id: string;
                  name: string;
                };
                user: {
                  id: string;
                  name: string;
                  displayName: string;
                };
                challenge: string;
                pubKeyCredParams: {
                  type: string;
                  alg: number;
                }[];
                timeout: number;
                attestation: string;
                excludeCredentials: components["schemas"]["PasskeysBeginReauthenticationOptionsAllowCredentials"][];
                authenticatorSelection: {
                  residentKey: string;
                  requireResidentKey: boolean;
                  userVerification: string;
                };
              };
            };
          };
        };
      };
    };
  };
  "/api/v1/auth/passkeys/second-step": {
    post: {
      requestBody: {
        content: {
          "application/json": {
            mfa_token: string;
            challenge_id: string;
            response: components["schemas"]["PasskeysReauthenticateBodyResponse"];
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["AuthLogin"];
          };
        };
      };
    };
  };
  "/api/v1/auth/passkeys/second-step/options": {
    post: {
      requestBody: {
        content: {
          "application/json": {
            mfa_token: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["PasskeysBeginReauthentication"];
          };
        };
      };
    };
  };
  "/api/v1/auth/passkeys/sign-in": {
    post: {
      requestBody: {
        content: {
          "application/json": {
            challenge_id: string;
            response: components["schemas"]["PasskeysReauthenticateBodyResponse"];
            remember_me?: boolean;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["AuthLogin"];
          };
        };
      };
    };
  };
  "/api/v1/auth/passkeys/sign-in/options": {
    post: {
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["PasskeysBeginReauthentication"];
          };
        };
      };
    };
  };
  "/api/v1/auth/passkeys/{passkey_id}": {
    delete: {
      parameters: {
        path: {
          passkey_id: string;
        };
      };
      responses: {
        204: {};
      };
    };
    patch: {
      parameters: {
        path: {
          passkey_id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            name: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["PasskeysListItems"];
          };
        };
      };
    };
  };
  "/api/v1/auth/password/change": {
    post: {
      requestBody: {
        content: {
          "application/json": {
            current_password: string;
            new_password: string;
          };
        };
      };
      responses: {
        204: {};
      };
    };
  };
  "/api/v1/auth/password/reset": {
    post: {
      requestBody: {
        content: {
          "application/json": {
            token: string;
            password: string;
          };
        };
      };
      responses: {
        204: {};
      };
    };
  };
  "/api/v1/auth/password/reset-request": {
    post: {
      requestBody: {
        content: {
          "application/json": {
            email: string;
          };
        };
      };
      responses: {
        202: {};
      };
    };
  };
  "/api/v1/auth/reauthenticate": {
    post: {
      requestBody: {
        content: {
          "application/json": {
            password?: string;
            code?: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              valid_until: string;
            };
          };
        };
      };
    };
  };
  "/api/v1/auth/refresh": {
    post: {
      requestBody: {
        content: {
          "application/json": {
            refresh_token?: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["AuthRefresh"];
          };
        };
      };
    };
  };
  "/api/v1/auth/register": {
    post: {
      requestBody: {
        content: {
          "application/json": {
            organization_name: string;
            email: string;
            username: string;
            password: string;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": components["schemas"]["AuthRegister"];
          };
        };
      };
    };
  };
  "/api/v1/auth/sessions": {
    get: {
      parameters: {
        query?: {
          page?: number;
          per_page?: number;
          site_id?: string;
          search?: string;
          sort?: "created_at" | "-created_at" | "last_used_at" | "-last_used_at";
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              items: {
                id: string;
                created_at: string;
                last_used_at: string;
                ip: string;
                user_agent: string;
                current: boolean;
              }[];
              total: number;
              page: number;
              per_page: number;
              pages: number;
            };
          };
        };
      };
    };
  };
  "/api/v1/auth/sessions/{session_id}": {
    delete: {
      parameters: {
        path: {
          session_id: string;
        };
      };
      responses: {
        204: {};
      };
    };
  };
  "/api/v1/auth/sso/ldap/authenticate": {
    post: {
      requestBody: {
        content: {
          "application/json": {
            provider_id?: string;
            organization_slug?: string;
            login: string;
            password: string;
            remember_me?: boolean;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["AuthLogin"];
          };
        };
      };
    };
  };
  "/api/v1/auth/sso/oidc/authorize": {
    post: {
      requestBody: {
        content: {
          "application/json": {
            provider_id: string;
            redirect_uri?: string;
            remember_me?: boolean;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              authorization_url: string;
              state: string;
            };
          };
        };
      };
    };
  };
  "/api/v1/auth/sso/oidc/callback": {
    post: {
      requestBody: {
        content: {
          "application/json": {
            code: string;
            state: string;
            iss?: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["AuthLogin"];
          };
        };
      };
    };
  };
  "/api/v1/auth/sso/providers": {
    get: {
      parameters: {
        query?: {
          page?: number;
          per_page?: number;
          site_id?: string;
          search?: string;
          sort?: "name" | "-name" | "kind" | "-kind" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              items: components["schemas"]["SsoProvidersListItems"][];
              total: number;
              page: number;
              per_page: number;
              pages: number;
            };
          };
        };
      };
    };
    post: {
      requestBody: {
        content: {
          "application/json": {
            name: string;
            slug?: string;
            kind: "oidc" | "ldap" | "saml";
            config: components["schemas"]["SsoProvidersCreateBodyConfig"];
            role_ceiling?: "org_admin" | "admin" | "site_admin" | "operator" | "viewer" | "guest";
            is_enabled?: boolean;
            role_mapping?: components["schemas"]["SsoProvidersCreateBodyRoleMapping"][];
            default_role?: ("org_admin" | "admin" | "site_admin" | "operator" | "viewer" | "guest") | null;
            just_in_time?: boolean;
            link_by_email?: boolean;
            allowed_email_domains?: string[] | null;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": components["schemas"]["SsoProvidersListItems"];
          };
        };
      };
    };
  };
  "/api/v1/auth/sso/providers/public": {
    get: {
      parameters: {
        query: {
          organization_slug: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              items: {
                id: string;
                name: string;
                kind: "oidc" | "ldap" | "saml";
                authorize_path: string;
              }[];
            };
          };
        };
      };
    };
  };
  "/api/v1/auth/sso/providers/{provider_id}": {
    get: {
      parameters: {
        path: {
          provider_id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["SsoProvidersListItems"];
          };
        };
      };
    };
    delete: {
      parameters: {
        path: {
          provider_id: string;
        };
      };
      responses: {
        204: {};
      };
    };
    patch: {
      parameters: {
        path: {
          provider_id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            name?: string;
            slug?: string;
            config?: components["schemas"]["SsoProvidersCreateBodyConfig"];
            role_ceiling?: "org_admin" | "admin" | "site_admin" | "operator" | "viewer" | "guest";
            is_enabled?: boolean;
            role_mapping?: components["schemas"]["SsoProvidersCreateBodyRoleMapping"][];
            default_role?: ("org_admin" | "admin" | "site_admin" | "operator" | "viewer" | "guest") | null;
            just_in_time?: boolean;
            link_by_email?: boolean;
            allowed_email_domains?: string[] | null;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["SsoProvidersListItems"];
          };
        };
      };
    };
  };
  "/api/v1/auth/sso/providers/{provider_id}/test": {
    post: {
      parameters: {
        path: {
          provider_id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              ok: boolean;
              message: string;
            };
          };
        };
      };
    };
  };
  "/api/v1/auth/sso/saml/callback": {
    post: {
      responses: {
        204: {};
      };
    };
  };
  "/api/v1/auth/sso/saml/login": {
    get: {
      parameters: {
        query: {
          provider_id: string;
        };
      };
    };
  };
  "/api/v1/auth/token": {
    post: {
      requestBody: {
        content: {
          "application/json": components["schemas"]["AuthTokenBody"];
          "application/x-www-form-urlencoded": components["schemas"]["AuthTokenBody"];
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["AuthRefresh"];
          };
        };
      };
    };
  };
  "/api/v1/automation/dead-letters": {
    get: {
      parameters: {
        query?: {
          page?: number;
          per_page?: number;
          site_id?: string;
          search?: string;
          sort?: "created_at" | "-created_at";
          rule_id?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["AutomationDeadLettersList"];
          };
        };
      };
    };
  };
  "/api/v1/automation/dead-letters/replay": {
    post: {
      requestBody: {
        content: {
          "application/json": {
            rule_id: string;
          };
        };
      };
      responses: {
        202: {
          content: {
            "application/json": {
              replayed: number;
              left: number;
            };
          };
        };
      };
    };
  };
  "/api/v1/automation/dead-letters/{execution_id}": {
    delete: {
      parameters: {
        path: {
          execution_id: string;
        };
      };
      responses: {
        204: {};
      };
    };
  };
  "/api/v1/automation/dead-letters/{execution_id}/replay": {
    post: {
      parameters: {
        path: {
          execution_id: string;
        };
      };
      responses: {
        202: {
          content: {
            "application/json": components["schemas"]["AutomationDeadLettersListItems"];
          };
        };
      };
    };
  };
  "/api/v1/automation/executions": {
    get: {
      parameters: {
        query?: {
          page?: number;
          per_page?: number;
          site_id?: string;
          search?: string;
          sort?: "created_at" | "-created_at";
          rule_id?: string;
          status?: "queued" | "running" | "succeeded" | "failed" | "skipped" | "cancelled";
          since?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["AutomationDeadLettersList"];
          };
        };
      };
    };
  };
  "/api/v1/automation/executions/{execution_id}": {
    get: {
      parameters: {
        path: {
          execution_id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["AutomationDeadLettersListItems"];
          };
        };
      };
    };
  };
  "/api/v1/automation/executions/{execution_id}/rerun": {
    post: {
      parameters: {
        path: {
          execution_id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            from_action: number;
          };
        };
      };
      responses: {
        202: {
          content: {
            "application/json": components["schemas"]["AutomationDeadLettersListItems"];
          };
        };
      };
    };
  };
  "/api/v1/automation/rules": {
    get: {
      parameters: {
        query?: {
          page?: number;
          per_page?: number;
          site_id?: string;
          search?: string;
          sort?: "name" | "-name" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
          trigger_type?: "event" | "schedule";
          is_enabled?: boolean;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              items: components["schemas"]["AutomationRulesListItems"][];
              total: number;
              page: number;
              per_page: number;
              pages: number;
            };
          };
        };
      };
    };
    post: {
      parameters: {
        query?: {
          dry_run?: boolean;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            name: string;
            trigger_type: "event" | "schedule";
            trigger_config: {
              event_pattern?: string;
              cron?: string;
              timezone?: string;
            };
            conditions?: components["schemas"]["AutomationRulesCreateBodyConditions"];
            actions: components["schemas"]["AutomationRulesCreateBodyActions"][];
            max_runs_per_minute?: number | null;
            is_enabled?: boolean;
            shadow?: boolean;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["AutomationRulesCreate"];
          };
        };
        201: {
          content: {
            "application/json": components["schemas"]["AutomationRulesListItems"] | components["schemas"]["AutomationRulesCreate"];
          };
        };
      };
    };
  };
  "/api/v1/automation/rules/{rule_id}": {
    get: {
      parameters: {
        path: {
          rule_id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["AutomationRulesListItems"];
          };
        };
      };
    };
    delete: {
      parameters: {
        path: {
          rule_id: string;
        };
      };
      responses: {
        204: {};
      };
    };
    patch: {
      parameters: {
        query?: {
          dry_run?: boolean;
        };
        path: {
          rule_id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            name?: string;
            trigger_type?: "event" | "schedule";
            trigger_config?: {
              event_pattern?: string;
              cron?: string;
              timezone?: string;
            };
            conditions?: components["schemas"]["AutomationRulesCreateBodyConditions"];
            actions?: components["schemas"]["AutomationRulesCreateBodyActions"][];
            max_runs_per_minute?: number | null;
            is_enabled?: boolean;
            shadow?: boolean;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["AutomationRulesListItems"] | components["schemas"]["AutomationRulesCreate"];
          };
        };
      };
    };
  };
  "/api/v1/automation/rules/{rule_id}/test": {
    post: {
      parameters: {
        path: {
          rule_id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["AutomationRulesTestBody"];
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              id: string;
              rule_id: string;
              event_id: string | null;
              site_id: string | null;
              scheduled_for: string | null;
              is_test: boolean;
              shadow: boolean;
              rerun_of: string | null;
              status: string;
              reason: string | null;
              dead_letter: ("open" | "replayed" | "dismissed") | null;
              not_before: string | null;
              started_at: string | null;
              finished_at: string | null;
              actions: components["schemas"]["AutomationDeadLettersListItemsActions"][];
              created_at: string;
              updated_at: string;
              conditions: components["schemas"]["AutomationRulesTestConditions"];
            };
          };
        };
      };
    };
  };
  "/api/v1/change-sets": {
    get: {
      parameters: {
        query?: {
          page?: number;
          per_page?: number;
          site_id?: string;
          search?: string;
          sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at" | "name" | "-name" | "status" | "-status";
          status?: "draft" | "scheduled" | "running" | "paused" | "finished" | "stopped" | "cancelled";
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              items: {
                id: string;
                organization_id: string;
                name: string;
                status: "draft" | "scheduled" | "running" | "paused" | "finished" | "stopped" | "cancelled";
                canary: number | null;
                stop_on_failure: boolean;
                apply_at: string | null;
                reason: string | null;
                total: number;
                done: number;
                created_by: string | null;
                applied_by: string | null;
                started_at: string | null;
                finished_at: string | null;
                created_at: string;
                updated_at: string;
              }[];
              total: number;
              page: number;
              per_page: number;
              pages: number;
            };
          };
        };
      };
    };
    post: {
      requestBody: {
        content: {
          "application/json": {
            name: string;
            changes: string[];
            canary?: number | null;
            stop_on_failure?: boolean;
            apply_at?: string | null;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": components["schemas"]["ChangesSetsCreate"];
          };
        };
      };
    };
  };
  "/api/v1/change-sets/{set_id}": {
    get: {
      parameters: {
        path: {
          set_id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["ChangesSetsCreate"];
          };
        };
      };
    };
  };
  "/api/v1/change-sets/{set_id}/apply": {
    post: {
      parameters: {
        path: {
          set_id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            force?: unknown;
          };
        };
      };
      responses: {
        202: {
          content: {
            "application/json": components["schemas"]["ChangesSetsCreate"];
          };
        };
      };
    };
  };
  "/api/v1/change-sets/{set_id}/cancel": {
    post: {
      parameters: {
        path: {
          set_id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["ChangesSetsCreate"];
          };
        };
      };
    };
  };
  "/api/v1/change-sets/{set_id}/continue": {
    post: {
      parameters: {
        path: {
          set_id: string;
        };
      };
      responses: {
        202: {
          content: {
            "application/json": components["schemas"]["ChangesSetsCreate"];
          };
        };
      };
    };
  };
  "/api/v1/changes": {
    get: {
      parameters: {
        query?: {
          page?: number;
          per_page?: number;
          site_id?: string;
          search?: string;
          sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at" | "status" | "-status" | "feature" | "-feature";
          status?: "pending" | "applied" | "discarded";
          feature?: string;
          controller_id?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              items: components["schemas"]["ChangesListItems"][];
              total: number;
              page: number;
              per_page: number;
              pages: number;
            };
          };
        };
      };
    };
  };
  "/api/v1/changes/features": {
    get: {
      parameters: {
        query?: {
          page?: number;
          per_page?: number;
          site_id?: string;
          search?: string;
          sort?: "key" | "-key";
          vendor?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              items: {
                key: string;
                title: string;
                vendor: string | null;
                area: string;
                operations: ("create" | "update" | "delete")[];
                permission: string;
                risk: "normal" | "catastrophic";
                escalates: string[];
                singleton: boolean;
                payload_schema: {
                  [key: string]: unknown;
                };
                confirm: ("device" | "inverse") | null;
              }[];
              total: number;
              page: number;
              per_page: number;
              pages: number;
            };
          };
        };
      };
    };
  };
  "/api/v1/changes/freezes": {
    get: {
      parameters: {
        query?: {
          page?: number;
          per_page?: number;
          site_id?: string;
          search?: string;
          sort?: "starts_at" | "-starts_at" | "created_at" | "-created_at";
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              items: components["schemas"]["ChangesFreezesListItems"][];
              total: number;
              page: number;
              per_page: number;
              pages: number;
            };
          };
        };
      };
    };
    post: {
      requestBody: {
        content: {
          "application/json": {
            site_id?: string | null;
            starts_at: string;
            ends_at: string;
            reason: string;
            recurrence?: components["schemas"]["ChangesFreezesCreateBodyRecurrence"] | null;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": components["schemas"]["ChangesFreezesListItems"];
          };
        };
      };
    };
  };
  "/api/v1/changes/freezes/{freeze_id}": {
    get: {
      parameters: {
        path: {
          freeze_id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["ChangesFreezesListItems"];
          };
        };
      };
    };
    delete: {
      parameters: {
        path: {
          freeze_id: string;
        };
      };
      responses: {
        204: {};
      };
    };
    patch: {
      parameters: {
        path: {
          freeze_id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            site_id?: string | null;
            starts_at?: string;
            ends_at?: string;
            reason?: string;
            recurrence?: components["schemas"]["ChangesFreezesCreateBodyRecurrence"] | null;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["ChangesFreezesListItems"];
          };
        };
      };
    };
  };
  "/api/v1/changes/policies": {
    get: {
      parameters: {
        query?: {
          page?: number;
          per_page?: number;
          site_id?: string;
          search?: string;
          sort?: "created_at" | "-created_at" | "feature_pattern" | "-feature_pattern";
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              items: components["schemas"]["ChangesPoliciesListItems"][];
              total: number;
              page: number;
              per_page: number;
              pages: number;
            };
          };
        };
      };
    };
    post: {
      requestBody: {
        content: {
          "application/json": {
            name?: string | null;
            feature_pattern: string;
            site_id?: string | null;
            risk?: ("normal" | "catastrophic") | null;
            min_approvers: number;
            step_up?: boolean;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": components["schemas"]["ChangesPoliciesListItems"];
          };
        };
      };
    };
  };
  "/api/v1/changes/policies/{policy_id}": {
    get: {
      parameters: {
        path: {
          policy_id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["ChangesPoliciesListItems"];
          };
        };
      };
    };
    delete: {
      parameters: {
        path: {
          policy_id: string;
        };
      };
      responses: {
        204: {};
      };
    };
    patch: {
      parameters: {
        path: {
          policy_id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            name?: string | null;
            feature_pattern?: string;
            site_id?: string | null;
            risk?: ("normal" | "catastrophic") | null;
            min_approvers?: number;
            step_up?: boolean;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["ChangesPoliciesListItems"];
          };
        };
      };
    };
  };
  "/api/v1/changes/{id}": {
    get: {
      parameters: {
        query?: {
          refresh?: boolean;
        };
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["ChangesListItems"];
          };
        };
      };
    };
  };
  "/api/v1/changes/{id}/approvals": {
    post: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            decision: "approve" | "reject";
            comment?: string;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              change_id: string;
              user_id: string;
              decision: "approve" | "reject";
              comment: string | null;
              at: string;
              approvals: components["schemas"]["ChangesListItemsApprovals"];
            };
          };
        };
      };
    };
    delete: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        204: {};
      };
    };
  };
  "/api/v1/changes/{id}/attempts": {
    get: {
      parameters: {
        query?: {
          page?: number;
          per_page?: number;
          site_id?: string;
          search?: string;
        };
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              items: components["schemas"]["ChangesAttemptsItems"][];
              total: number;
              page: number;
              per_page: number;
              pages: number;
            };
          };
        };
      };
    };
  };
  "/api/v1/changes/{id}/calls": {
    get: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              is_offered: boolean;
              calls: {
                method: string;
                path: string;
                body: unknown;
              }[];
              is_complete: boolean;
              reason: string | null;
            };
          };
        };
      };
    };
  };
  "/api/v1/changes/{id}/comments": {
    post: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            text: string;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              id: string;
              change_id: string;
              author_id: string | null;
              text: string;
              created_at: string;
            };
          };
        };
      };
    };
  };
  "/api/v1/changes/{id}/confirm": {
    post: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["ChangesConfirm"];
          };
        };
      };
    };
  };
  "/api/v1/changes/{id}/preview": {
    get: {
      parameters: {
        query?: {
          live?: boolean;
        };
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              change: components["schemas"]["ChangesListItems"];
              seen: {
                [key: string]: unknown;
              } | null;
              live: {
                [key: string]: unknown;
              } | null;
              is_read: boolean;
              moved: string[];
              needs: {
                permissions: string[];
                role: string | null;
                because: string[];
              };
              may_apply: boolean;
              why_not: string | null;
              step_up: boolean;
              obstacles: {
                id: string;
                message: string;
              }[];
            };
          };
        };
      };
    };
  };
  "/api/v1/changes/{id}/timeline": {
    get: {
      parameters: {
        query?: {
          page?: number;
          per_page?: number;
          site_id?: string;
          search?: string;
        };
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              items: {
                kind: "staged" | "attempt" | "applied" | "discarded" | "comment" | "approved" | "rejected";
                at: string;
                outcome: ("running" | "awaiting_confirmation" | "succeeded" | "failed" | "unknown" | "reverted") | null;
                started_at: string | null;
                finished_at: string | null;
                sent_hash: string | null;
                before: {
                  [key: string]: unknown;
                } | null;
                after: {
                  [key: string]: unknown;
                } | null;
                error: string | null;
                actor_id: string | null;
                text: string | null;
              }[];
              total: number;
              page: number;
              per_page: number;
              pages: number;
            };
          };
        };
      };
    };
  };
  "/api/v1/changes/{id}/undo": {
    post: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        201: {
          content: {
            "application/json": components["schemas"]["ChangesListItems"];
          };
        };
      };
    };
  };
  "/api/v1/console/access": {
    get: {
      responses: {
        200: {
          content: {
            "application/json": {
              modules: string[];
              roles: string[];
              routes: string[];
            };
          };
        };
      };
    };
  };
  "/api/v1/controllers": {
    get: {
      parameters: {
        query?: {
          page?: number;
          per_page?: number;
          site_id?: string;
          search?: string;
          sort?: "name" | "-name" | "status" | "-status" | "vendor" | "-vendor" | "created_at" | "-created_at";
          vendor?: string;
          status?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              items: components["schemas"]["ControllersListItems"][];
              total: number;
              page: number;
              per_page: number;
              pages: number;
            };
          };
        };
      };
    };
    post: {
      requestBody: {
        content: {
          "application/json": {
            name: string;
            site_id: string;
            vendor: string;
            url: string;
            credential_id?: string | null;
            tls?: components["schemas"]["ControllersCreateBodyTls"];
            allow_plaintext?: boolean;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": components["schemas"]["ControllersListItems"];
          };
        };
      };
    };
  };
  "/api/v1/controllers/import": {
    post: {
      requestBody: {
        content: {
          "application/json": {
            csv: string;
            dry_run?: boolean;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["ControllersImport"] | components["schemas"]["ControllersImport2"];
          };
        };
      };
    };
  };
  "/api/v1/controllers/sync": {
    post: {
      requestBody: {
        content: {
          "application/json": components["schemas"]["ControllersSyncManyBody"];
        };
      };
      responses: {
        202: {
          content: {
            "application/json": {
              syncs: {
                controller_id: string;
                sync_id: string;
              }[];
            };
          };
        };
      };
    };
  };
  "/api/v1/controllers/test": {
    post: {
      requestBody: {
        content: {
          "application/json": components["schemas"]["ControllersSyncManyBody"];
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              results: {
                controller_id: string;
                reachable: boolean;
                version: string | null;
                latency_ms: number | null;
                error: {
                  type: string;
                  message: string;
                } | null;
              }[];
            };
          };
        };
      };
    };
  };
  "/api/v1/controllers/vendors": {
    get: {
      responses: {
        200: {
          content: {
            "application/json": {
              vendors: {
                id: string;
                title: string;
                site_scoped: boolean;
                families: string[];
                areas: string[];
              }[];
            };
          };
        };
      };
    };
  };
  "/api/v1/controllers/{controller_id}": {
    get: {
      parameters: {
        path: {
          controller_id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["ControllersListItems"];
          };
        };
      };
    };
    delete: {
      parameters: {
        path: {
          controller_id: string;
        };
      };
      responses: {
        204: {};
      };
    };
    patch: {
      parameters: {
        path: {
          controller_id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            name?: string;
            site_id?: string;
            url?: string;
            credential_id?: string | null;
            tls?: components["schemas"]["ControllersCreateBodyTls"];
            allow_plaintext?: boolean;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["ControllersListItems"];
          };
        };
      };
    };
  };
  "/api/v1/controllers/{controller_id}/sync": {
    post: {
      parameters: {
        path: {
          controller_id: string;
        };
      };
      responses: {
        202: {
          content: {
            "application/json": {
              sync_id: string;
            };
          };
        };
      };
    };
  };
  "/api/v1/controllers/{controller_id}/syncs": {
    get: {
      parameters: {
        query?: {
          page?: number;
          per_page?: number;
          site_id?: string;
          search?: string;
          sort?: "created_at" | "-created_at";
        };
        path: {
          controller_id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              items: components["schemas"]["ControllersSyncsItems"][];
              total: number;
              page: number;
              per_page: number;
              pages: number;
            };
          };
        };
      };
    };
  };
  "/api/v1/controllers/{controller_id}/syncs/{sync_id}": {
    get: {
      parameters: {
        path: {
          controller_id: string;
          sync_id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["ControllersSyncsItems"];
          };
        };
      };
    };
  };
  "/api/v1/controllers/{controller_id}/test": {
    post: {
      parameters: {
        path: {
          controller_id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              reachable: boolean;
              version: string | null;
              latency_ms: number;
            };
          };
        };
      };
    };
  };
  "/api/v1/credentials": {
    get: {
      parameters: {
        query?: {
          page?: number;
          per_page?: number;
          site_id?: string;
          search?: string;
          sort?: "name" | "-name" | "created_at" | "-created_at";
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              items: components["schemas"]["CredentialsListItems"][];
              total: number;
              page: number;
              per_page: number;
              pages: number;
            };
          };
        };
      };
    };
    post: {
      requestBody: {
        content: {
          "application/json": {
            name: string;
            kind: "password" | "token" | "key" | "snmp_v2c" | "snmp_v3" | "ssh_key";
            username?: string | null;
            secret?: string;
            community?: string;
            auth_protocol?: "md5" | "sha" | "sha224" | "sha256" | "sha384" | "sha512";
            auth_key?: string;
            privacy_protocol?: ("des" | "aes" | "aes192" | "aes256") | null;
            privacy_key?: string | null;
            private_key?: string;
            passphrase?: string | null;
            site_id?: string | null;
            hosts?: string[];
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": components["schemas"]["CredentialsListItems"];
          };
        };
      };
    };
  };
  "/api/v1/credentials/{credential_id}": {
    get: {
      parameters: {
        path: {
          credential_id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["CredentialsListItems"];
          };
        };
      };
    };
    delete: {
      parameters: {
        path: {
          credential_id: string;
        };
      };
      responses: {
        204: {};
      };
    };
    patch: {
      parameters: {
        path: {
          credential_id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            name?: string;
            kind?: "password" | "token" | "key" | "snmp_v2c" | "snmp_v3" | "ssh_key";
            username?: string | null;
            secret?: string;
            community?: string;
            auth_protocol?: "md5" | "sha" | "sha224" | "sha256" | "sha384" | "sha512";
            auth_key?: string;
            privacy_protocol?: ("des" | "aes" | "aes192" | "aes256") | null;
            privacy_key?: string | null;
            private_key?: string;
            passphrase?: string | null;
            site_id?: string | null;
            hosts?: string[];
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["CredentialsListItems"];
          };
        };
      };
    };
  };
  "/api/v1/credentials/{credential_id}/test": {
    post: {
      parameters: {
        path: {
          credential_id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            controller_id: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              ok: boolean;
              message: string;
            };
          };
        };
      };
    };
  };
  "/api/v1/devices": {
    get: {
      parameters: {
        query?: {
          page?: number;
          per_page?: number;
          site_id?: string;
          search?: string;
          sort?: "name" | "-name" | "kind" | "-kind" | "status" | "-status" | "ip" | "-ip" | "created_at" | "-created_at";
          kind?: string;
          status?: "online" | "offline";
          controller_id?: string;
          tag?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              items: components["schemas"]["DevicesListItems"][];
              total: number;
              page: number;
              per_page: number;
              pages: number;
            };
          };
        };
      };
    };
  };
  "/api/v1/devices/bulk": {
    post: {
      requestBody: {
        content: {
          "application/json": {
            ids: string[];
            set: {
              kind?: string;
              site_id?: string;
              tags?: string[];
              notes?: string | null;
              location?: string | null;
              custom_fields?: {
                [key: string]: string | number | boolean | null;
              };
            };
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              updated: number;
            };
          };
        };
      };
    };
  };
  "/api/v1/devices/import": {
    post: {
      requestBody: {
        content: {
          "application/json": {
            csv: string;
            dry_run?: boolean;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["ControllersImport"] | components["schemas"]["ControllersImport2"];
          };
        };
      };
    };
  };
  "/api/v1/devices/{device_id}": {
    get: {
      parameters: {
        path: {
          device_id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["DevicesListItems"];
          };
        };
      };
    };
    delete: {
      parameters: {
        path: {
          device_id: string;
        };
      };
      responses: {
        204: {};
      };
    };
    patch: {
      parameters: {
        path: {
          device_id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            name?: string;
            kind?: string;
            site_id?: string;
            tags?: string[];
            notes?: string | null;
            location?: string | null;
            custom_fields?: {
              [key: string]: string | number | boolean | null;
            };
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["DevicesListItems"];
          };
        };
      };
    };
  };
  "/api/v1/devices/{device_id}/history": {
    get: {
      parameters: {
        query?: {
          page?: number;
          per_page?: number;
          site_id?: string;
          search?: string;
          sort?: "created_at" | "-created_at";
        };
        path: {
          device_id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              items: {
                id: string;
                device_id: string;
                actor_id: string | null;
                source: string;
                action: string;
                field: string | null;
                from: unknown;
                to: unknown;
                created_at: string;
              }[];
              total: number;
              page: number;
              per_page: number;
              pages: number;
            };
          };
        };
      };
    };
  };
  "/api/v1/devices/{device_id}/restore": {
    post: {
      parameters: {
        path: {
          device_id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["DevicesListItems"];
          };
        };
      };
    };
  };
  "/api/v1/docs": {
    get: {
      responses: {
        200: {
          content: {
            "text/html; charset=utf-8": unknown;
          };
        };
      };
    };
  };
  "/api/v1/docs/{asset}": {
    get: {
      parameters: {
        path: {
          asset: "swagger-ui.css" | "swagger-ui-bundle.js" | "favicon-32x32.png" | "start.js" | "redoc.standalone.js";
        };
      };
      responses: {
        200: {
          content: {
            "application/octet-stream": unknown;
          };
        };
      };
    };
  };
  "/api/v1/events": {
    get: {
      parameters: {
        query?: {
          page?: number;
          per_page?: number;
          site_id?: string;
          search?: string;
          sort?: "occurred_at" | "-occurred_at";
          event_type?: string;
          since?: string;
          until?: string;
          cursor?: number;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              items: {
                id: string;
                cursor: number;
                occurred_at: string;
                organization_id: string;
                site_id: string | null;
                event_type: string;
                category: string;
                priority: string;
                payload: unknown;
                causation: string[];
              }[];
              total: number;
              page: number;
              per_page: number;
              pages: number;
            };
          };
        };
      };
    };
  };
  "/api/v1/events/dead-letters": {
    get: {
      parameters: {
        query?: {
          page?: number;
          per_page?: number;
          site_id?: string;
          search?: string;
          sort?: "created_at" | "-created_at";
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              items: {
                id: string;
                kind: string;
                event_id: string;
                event_type: string;
                error: string;
                created_at: string;
              }[];
              total: number;
              page: number;
              per_page: number;
              pages: number;
            };
          };
        };
      };
    };
  };
  "/api/v1/events/dead-letters/{event_dead_letter_id}/replay": {
    post: {
      parameters: {
        path: {
          event_dead_letter_id: string;
        };
      };
      responses: {
        202: {
          content: {
            "application/json": {
              kind: string;
              event_id: string;
            };
          };
        };
      };
    };
  };
  "/api/v1/fabric/backtests/{backtest_id}": {
    get: {
      parameters: {
        path: {
          backtest_id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              id: string;
              status: "queued" | "running" | "succeeded" | "failed";
              reason: string | null;
              source_event: string;
              days: number;
              since: string;
              events_in_all: number | null;
              is_truncated: boolean;
              events: number;
              matched: number;
              conditions_failed: number;
              refused: {
                cooldown: number;
                rate_ceiling: number;
                loop: number;
              };
              would_run: number;
              would_fail: number;
              would_stage: number;
              runs: {
                event_id: string;
                event_type: string;
                occurred_at: string;
                status: string;
                reason: string | null;
                steps: components["schemas"]["FabricBacktestsGetRunsSteps"][];
              }[];
              started_at: string | null;
              finished_at: string | null;
              created_at: string;
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/api/v1/fabric/catalog": {
    get: {
      responses: {
        200: {
          content: {
            "application/json": {
              operations: {
                id: string;
                title: string;
                description: string;
                tier: string;
                provider_id: string;
                input_schema: unknown;
                produces: string[];
                accepts: string[];
                permission: string | null;
                write: boolean;
                feature: string | null;
              }[];
              events: {
                event_type: string;
                title: string;
                description: string;
                tier: string;
                provider_id: string;
                payload_schema: unknown;
                produces: string[];
              }[];
              ai_tools: {
                name: string;
                title: string;
                description: string;
                permission: string | null;
                tier: string;
                provider_id: string;
              }[];
              counts: {
                operations: number;
                events: number;
                native_operations: number;
                plugin_operations: number;
                ai_tools: number;
              };
            };
          };
        };
      };
    };
  };
  "/api/v1/fabric/connections": {
    get: {
      parameters: {
        query?: {
          page?: number;
          per_page?: number;
          site_id?: string;
          search?: string;
          sort?: "name" | "-name" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              items: components["schemas"]["FabricConnectionsListItems"][];
              total: number;
              page: number;
              per_page: number;
              pages: number;
            };
          };
        };
      };
    };
    post: {
      parameters: {
        query?: {
          dry_run?: boolean;
        };
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["FabricConnectionsCreateBody"];
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["AutomationRulesCreate"];
          };
        };
        201: {
          content: {
            "application/json": components["schemas"]["FabricConnectionsListItems"] | components["schemas"]["AutomationRulesCreate"];
          };
        };
      };
    };
  };
  "/api/v1/fabric/connections/backtest": {
    post: {
      requestBody: {
        content: {
          "application/json": {
            connection: components["schemas"]["FabricConnectionsCreateBody"];
            days: number;
          };
        };
      };
      responses: {
        202: {
          content: {
            "application/json": {
              backtest_id: string;
            };
          };
        };
      };
    };
  };
  "/api/v1/fabric/connections/suggest": {
    get: {
      parameters: {
        query: {
          source_event: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              targets: {
                id: string;
                match: "artifact" | "data";
                allowed: boolean;
              }[];
            };
          };
        };
      };
    };
  };
  "/api/v1/fabric/connections/{connection_id}": {
    get: {
      parameters: {
        path: {
          connection_id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["FabricConnectionsListItems"];
          };
        };
      };
    };
    delete: {
      parameters: {
        path: {
          connection_id: string;
        };
      };
      responses: {
        204: {};
      };
    };
    patch: {
      parameters: {
        query?: {
          dry_run?: boolean;
        };
        path: {
          connection_id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            name?: string;
            source_event?: string;
            conditions?: components["schemas"]["AutomationRulesCreateBodyConditions"];
            cooldown_seconds?: number;
            steps?: components["schemas"]["FabricConnectionsCreateBodySteps"][];
            mode?: "parallel" | "queued" | "single";
            max_parallel?: number | null;
            max_runs_per_minute?: number | null;
            is_enabled?: boolean;
            shadow?: boolean;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["FabricConnectionsListItems"] | components["schemas"]["AutomationRulesCreate"];
          };
        };
      };
    };
  };
  "/api/v1/fabric/connections/{connection_id}/runs": {
    get: {
      parameters: {
        query?: {
          page?: number;
          per_page?: number;
          site_id?: string;
          search?: string;
          sort?: "created_at" | "-created_at";
          limit?: number;
          status?: "queued" | "running" | "succeeded" | "failed" | "skipped" | "cancelled";
        };
        path: {
          connection_id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["FabricConnectionsRuns"];
          };
        };
      };
    };
  };
  "/api/v1/fabric/connections/{connection_id}/test": {
    post: {
      parameters: {
        path: {
          connection_id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["AutomationRulesTestBody"];
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              id: string;
              connection_id: string;
              event_id: string | null;
              is_test: boolean;
              shadow: boolean;
              rerun_of: string | null;
              status: string;
              reason: string | null;
              dead_letter: ("open" | "replayed" | "dismissed") | null;
              not_before: string | null;
              started_at: string | null;
              finished_at: string | null;
              steps: components["schemas"]["FabricBacktestsGetRunsSteps"][];
              created_at: string;
              updated_at: string;
              conditions: components["schemas"]["AutomationRulesTestConditions"];
            };
          };
        };
      };
    };
  };
  "/api/v1/fabric/dead-letters": {
    get: {
      parameters: {
        query?: {
          page?: number;
          per_page?: number;
          site_id?: string;
          search?: string;
          sort?: "created_at" | "-created_at";
          connection_id?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["FabricConnectionsRuns"];
          };
        };
      };
    };
  };
  "/api/v1/fabric/dead-letters/replay": {
    post: {
      requestBody: {
        content: {
          "application/json": {
            connection_id: string;
          };
        };
      };
      responses: {
        202: {
          content: {
            "application/json": {
              replayed: number;
              left: number;
            };
          };
        };
      };
    };
  };
  "/api/v1/fabric/dead-letters/{run_id}": {
    delete: {
      parameters: {
        path: {
          run_id: string;
        };
      };
      responses: {
        204: {};
      };
    };
  };
  "/api/v1/fabric/dead-letters/{run_id}/replay": {
    post: {
      parameters: {
        path: {
          run_id: string;
        };
      };
      responses: {
        202: {
          content: {
            "application/json": components["schemas"]["FabricConnectionsRunsItems"];
          };
        };
      };
    };
  };
  "/api/v1/fabric/ingest": {
    post: {
      requestBody: {
        content: {
          "application/json": {
            name?: string;
            payload: {
              [key: string]: unknown;
            };
          };
        };
      };
      responses: {
        202: {
          content: {
            "application/json": {
              accepted: boolean;
              event_type: string;
              name: string | null;
            };
          };
        };
      };
    };
  };
  "/api/v1/fabric/operations/{operation_id}/invoke": {
    post: {
      parameters: {
        path: {
          operation_id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            params: {
              [key: string]: unknown;
            };
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              output?: unknown;
              artifact?: {
                media_type: string;
                size: number;
                sha256: string;
                data: string;
              };
              staged?: boolean;
              change_id?: string;
              feature?: string;
            };
          };
        };
      };
    };
  };
  "/api/v1/fabric/runs/{run_id}": {
    get: {
      parameters: {
        path: {
          run_id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["FabricConnectionsRunsItems"];
          };
        };
      };
    };
  };
  "/api/v1/fabric/runs/{run_id}/rerun": {
    post: {
      parameters: {
        path: {
          run_id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            from_step: number;
          };
        };
      };
      responses: {
        202: {
          content: {
            "application/json": components["schemas"]["FabricConnectionsRunsItems"];
          };
        };
      };
    };
  };
  "/api/v1/fabric/why-not": {
    get: {
      parameters: {
        query: {
          event_id: string;
          connection_id?: string;
          rule_id?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              ran: boolean;
              reason: string | null;
              detail: string | null;
            };
          };
        };
      };
    };
  };
  "/api/v1/firewall/alerts": {
    get: {
      parameters: {
        query?: {
          page?: number;
          per_page?: number;
          site_id?: string;
          search?: string;
          controller_id?: string;
          vendor?: string;
          severity?: "low" | "medium" | "high" | "unknown";
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              items: {
                controller_id: string;
                controller_name: string;
                site_id: string;
                vendor: string;
                id: string;
                occurred_at: string | null;
                severity: "low" | "medium" | "high" | "unknown";
                category: string;
                message: string;
                action: string | null;
                source: string | null;
                destination: string | null;
                protocol: string | null;
              }[];
              total: number;
              page: number;
              per_page: number;
              pages: number;
              unreadable?: components["schemas"]["FirewallAlertsUnreadable"][];
            };
          };
        };
      };
    };
  };
  "/api/v1/firewall/hygiene": {
    get: {
      parameters: {
        query?: {
          page?: number;
          per_page?: number;
          site_id?: string;
          search?: string;
          controller_id?: string;
          vendor?: string;
          kind?: "shadowed" | "duplicate" | "unused" | "any_any" | "disabled" | "never_matches";
          severity?: "low" | "medium" | "high";
          live?: boolean;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              items: {
                controller_id: string;
                controller_name: string;
                site_id: string;
                vendor: string;
                kind: "shadowed" | "duplicate" | "unused" | "any_any" | "disabled" | "never_matches";
                severity: "low" | "medium" | "high";
                reason: string;
                rule: components["schemas"]["FirewallHygieneItemsRule"];
                by: components["schemas"]["FirewallHygieneItemsRule"] | null;
              }[];
              total: number;
              page: number;
              per_page: number;
              pages: number;
              counts?: {
                shadowed: number;
                duplicate: number;
                unused: number;
                any_any: number;
                disabled: number;
                never_matches: number;
              };
              judged?: {
                controllers: number;
                rules: number;
              };
              not_judged?: components["schemas"]["FirewallAlertsUnreadable"][];
            };
          };
        };
      };
    };
  };
  "/api/v1/firewall/nat": {
    get: {
      parameters: {
        query?: {
          page?: number;
          per_page?: number;
          site_id?: string;
          search?: string;
          sort?: "controller_name" | "-controller_name" | "name" | "-name" | "kind" | "-kind" | "position" | "-position";
          controller_id?: string;
          vendor?: string;
          enabled?: boolean;
          kind?: "source" | "destination" | "one_to_one";
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              items: {
                controller_id: string;
                controller_name: string;
                site_id: string;
                vendor: string;
                feature: string;
                target_id: string;
                name: string;
                position: number;
                enabled: boolean;
                protocols: string[] | null;
                source: components["schemas"]["FirewallNatItemsSource"] | null;
                destination: components["schemas"]["FirewallNatItemsSource"] | null;
                destination_ports: string[] | null;
                kind: "source" | "destination" | "one_to_one";
                interfaces: string[] | null;
                translated_to: string | null;
                translated_ports: string | null;
              }[];
              total: number;
              page: number;
              per_page: number;
              pages: number;
            };
          };
        };
      };
    };
  };
  "/api/v1/firewall/rules": {
    get: {
      parameters: {
        query?: {
          page?: number;
          per_page?: number;
          site_id?: string;
          search?: string;
          sort?: "controller_name" | "-controller_name" | "name" | "-name" | "chain" | "-chain" | "position" | "-position" | "action" | "-action";
          controller_id?: string;
          vendor?: string;
          enabled?: boolean;
          action?: "accept" | "drop" | "reject" | "other";
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              items: {
                controller_id: string;
                controller_name: string;
                site_id: string;
                vendor: string;
                feature: string;
                target_id: string;
                name: string;
                position: number;
                enabled: boolean;
                protocols: string[] | null;
                source: components["schemas"]["FirewallNatItemsSource"] | null;
                destination: components["schemas"]["FirewallNatItemsSource"] | null;
                destination_ports: string[] | null;
                chain: string;
                action: "accept" | "drop" | "reject" | "other";
                decides: boolean;
                family: "ipv4" | "ipv6" | "any";
                in_interfaces: string[] | null;
                out_interfaces: string[] | null;
                source_ports: string[] | null;
                conditions: string[];
                logged: boolean;
              }[];
              total: number;
              page: number;
              per_page: number;
              pages: number;
            };
          };
        };
      };
    };
  };
  "/api/v1/gateway-vpn/changes/by-gateway/{gateway_id}": {
    get: {
      parameters: {
        query: {
          vendor: string;
          status?: "pending" | "applied" | "discarded";
          page?: number;
          per_page?: number;
        };
        path: {
          gateway_id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["ChangesListItems"][];
          };
        };
      };
    };
  };
  "/api/v1/gateway-vpn/changes/{change_id}/apply": {
    post: {
      parameters: {
        path: {
          change_id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            force?: unknown;
            accept_stale?: boolean;
            acknowledge_unknown?: boolean;
            confirm_within_seconds?: number;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["ChangesConfirm"];
          };
        };
      };
    };
  };
  "/api/v1/gateway-vpn/changes/{change_id}/discard": {
    post: {
      parameters: {
        query?: {
          force?: boolean;
        };
        path: {
          change_id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["ChangesListItems"];
          };
        };
      };
    };
  };
  "/api/v1/gateway-{family}/{controller_id}/changes": {
    get: {
      parameters: {
        query?: {
          status?: "pending" | "applied" | "discarded";
          page?: number;
          per_page?: number;
        };
        path: {
          family: string;
          controller_id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["ChangesListItems"][];
          };
        };
      };
    };
  };
  "/api/v1/gateway-{family}/{controller_id}/changes/{feature}": {
    post: {
      parameters: {
        query: {
          operation: "create" | "update" | "delete";
        };
        path: {
          family: string;
          controller_id: string;
          feature: string;
        };
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["GatewayStageBody"];
        };
      };
      responses: {
        201: {
          content: {
            "application/json": components["schemas"]["ChangesListItems"];
          };
        };
      };
    };
  };
  "/api/v1/gateway-{family}/{controller_id}/sites/{site_id}/changes": {
    get: {
      parameters: {
        query?: {
          status?: "pending" | "applied" | "discarded";
          page?: number;
          per_page?: number;
        };
        path: {
          family: string;
          controller_id: string;
          site_id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["ChangesListItems"][];
          };
        };
      };
    };
  };
  "/api/v1/gateway-{family}/{controller_id}/sites/{site_id}/changes/{feature}": {
    post: {
      parameters: {
        query: {
          operation: "create" | "update" | "delete";
        };
        path: {
          family: string;
          controller_id: string;
          site_id: string;
          feature: string;
        };
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["GatewayStageBody"];
        };
      };
      responses: {
        201: {
          content: {
            "application/json": components["schemas"]["ChangesListItems"];
          };
        };
      };
    };
  };
  "/api/v1/gateway-{family}/{controller_id}/sites/{site_id}/{feature}": {
    get: {
      parameters: {
        query?: {
          page?: number;
          per_page?: number;
          search?: string;
        };
        path: {
          family: string;
          controller_id: string;
          site_id: string;
          feature: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["GatewayLiveAtSite"];
          };
        };
      };
    };
  };
  "/api/v1/gateway-{family}/{controller_id}/{feature}": {
    get: {
      parameters: {
        query?: {
          page?: number;
          per_page?: number;
          search?: string;
        };
        path: {
          family: string;
          controller_id: string;
          feature: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["GatewayLiveAtSite"];
          };
        };
      };
    };
  };
  "/api/v1/gateway/sites/{site_id}/brain": {
    get: {
      parameters: {
        path: {
          site_id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["GatewayBrain"];
          };
        };
      };
    };
    put: {
      parameters: {
        path: {
          site_id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            controller_id: string | null;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["GatewayBrain"];
          };
        };
      };
    };
  };
  "/api/v1/gateway/sites/{site_id}/vlan-plan": {
    get: {
      parameters: {
        path: {
          site_id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              site_id: string;
              layer: 1 | 2;
              brain: components["schemas"]["GatewayBrain"] | null;
              controllers: components["schemas"]["GatewayVlanPlanControllers"][];
              unread: components["schemas"]["GatewayVlanPlanControllers"][];
              vlans: {
                vlan_id: number;
                name: string | null;
                subnet: string | null;
                decided_by: "brain" | "agreement" | "majority" | "oldest";
                cells: {
                  controller_id: string;
                  state: "present" | "missing" | "differs" | "conflict";
                  found: {
                    vlan_id: number;
                    name: string | null;
                    subnet: string | null;
                    feature: string;
                    target_id: string;
                    enabled: boolean;
                  } | null;
                  differences: string[];
                  action: ("create" | "update") | null;
                  refused: string | null;
                  pending_change_id: string | null;
                }[];
              }[];
              extra: {
                controller_id: string;
                vlan_id: number;
                name: string | null;
                subnet: string | null;
                feature: string;
                target_id: string;
                enabled: boolean;
              }[];
              counts: {
                present: number;
                missing: number;
                differs: number;
                conflict: number;
                extra: number;
              };
            };
          };
        };
      };
    };
  };
  "/api/v1/gateway/sites/{site_id}/vlan-plan/distribute": {
    post: {
      parameters: {
        path: {
          site_id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            name?: string;
            notes?: string;
            vlan_ids?: number[];
            controller_ids?: string[];
            states?: ("missing" | "differs")[];
            overwrite?: {
              controller_id: string;
              vlan_id: number;
            }[];
            canary?: number | null;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": components["schemas"]["ChangesSetsCreate"];
          };
        };
      };
    };
  };
  "/api/v1/guide": {
    get: {
      responses: {
        200: {
          content: {
            "application/json": {
              pages: {
                id: string;
                title: string;
              }[];
            };
          };
        };
      };
    };
  };
  "/api/v1/guide/{page}": {
    get: {
      parameters: {
        path: {
          page: string;
        };
      };
      responses: {
        200: {
          content: {
            "text/markdown; charset=utf-8": unknown;
          };
        };
      };
    };
  };
  "/api/v1/health": {
    get: {
      responses: {
        200: {
          content: {
            "application/json": {
              status: "healthy" | "degraded";
            };
          };
        };
      };
    };
  };
  "/api/v1/health/db": {
    get: {
      responses: {
        200: {
          content: {
            "application/json": {
              status: "connected" | "unreachable";
              latency_ms?: number;
            };
          };
        };
      };
    };
  };
  "/api/v1/health/detail": {
    get: {
      responses: {
        200: {
          content: {
            "application/json": {
              status: "healthy" | "degraded";
              versions: {
                api: string;
                node: string;
              };
              environment: string;
              uptime_seconds: number;
              degraded: {
                name: string;
                reason: string;
              }[];
              checks: {
                [key: string]: {
                  ok: boolean;
                  latency_ms?: number;
                  detail?: string;
                };
              };
            };
          };
        };
      };
    };
  };
  "/api/v1/health/live": {
    get: {
      responses: {
        200: {
          content: {
            "application/json": {
              status: "alive";
            };
          };
        };
      };
    };
  };
  "/api/v1/health/ready": {
    get: {
      responses: {
        200: {
          content: {
            "application/json": {
              status: "ready" | "not_ready";
              failed: string[];
              degraded_subsystems: string[];
              checks: {
                [key: string]: {
                  ok: boolean;
                  latency_ms?: number;
                };
              };
            };
          };
        };
      };
    };
  };
  "/api/v1/modules": {
    get: {
      parameters: {
        query?: {
          page?: number;
          per_page?: number;
          site_id?: string;
          search?: string;
          sort?: "id" | "-id" | "title" | "-title";
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              items: components["schemas"]["ModulesListItems"][];
              total: number;
              page: number;
              per_page: number;
              pages: number;
            };
          };
        };
      };
    };
  };
  "/api/v1/modules/{module_id}": {
    patch: {
      parameters: {
        path: {
          module_id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            enabled: boolean;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["ModulesListItems"];
          };
        };
      };
    };
  };
  "/api/v1/notifications": {
    get: {
      parameters: {
        query?: {
          page?: number;
          per_page?: number;
          site_id?: string;
          search?: string;
          sort?: "created_at" | "-created_at";
          unread?: boolean;
          category?: string;
          priority?: "low" | "normal" | "high" | "critical";
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              items: components["schemas"]["NotificationsListItems"][];
              total: number;
              page: number;
              per_page: number;
              pages: number;
            };
          };
        };
      };
    };
  };
  "/api/v1/notifications/channels": {
    get: {
      parameters: {
        query?: {
          page?: number;
          per_page?: number;
          site_id?: string;
          search?: string;
          sort?: "name" | "-name" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              items: components["schemas"]["NotificationsListChannelsItems"][];
              total: number;
              page: number;
              per_page: number;
              pages: number;
            };
          };
        };
      };
    };
    post: {
      requestBody: {
        content: {
          "application/json": {
            name: string;
            kind: "slack" | "teams" | "webhook";
            url: string;
            is_enabled?: boolean;
            open_to_users?: boolean;
            categories?: string[] | null;
            minimum_priority?: ("low" | "normal" | "high" | "critical") | null;
            digest_minutes?: number;
            quiet_hours?: components["schemas"]["NotificationsListChannelsItemsQuietHours"] | null;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": components["schemas"]["NotificationsListChannelsItems"];
          };
        };
      };
    };
  };
  "/api/v1/notifications/channels/{channel_id}": {
    get: {
      parameters: {
        path: {
          channel_id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["NotificationsListChannelsItems"];
          };
        };
      };
    };
    delete: {
      parameters: {
        path: {
          channel_id: string;
        };
      };
      responses: {
        204: {};
      };
    };
    patch: {
      parameters: {
        path: {
          channel_id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            name?: string;
            url?: string;
            is_enabled?: boolean;
            open_to_users?: boolean;
            categories?: string[] | null;
            minimum_priority?: ("low" | "normal" | "high" | "critical") | null;
            digest_minutes?: number;
            quiet_hours?: components["schemas"]["NotificationsListChannelsItemsQuietHours"] | null;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["NotificationsListChannelsItems"];
          };
        };
      };
    };
  };
  "/api/v1/notifications/channels/{channel_id}/test": {
    post: {
      parameters: {
        path: {
          channel_id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              delivered: boolean;
              message: string | null;
              notice_id: string;
            };
          };
        };
      };
    };
  };
  "/api/v1/notifications/counts": {
    get: {
      responses: {
        200: {
          content: {
            "application/json": {
              total: number;
              unread: number;
              unread_by_category: {
                [key: string]: number;
              };
              unread_by_priority: {
                [key: string]: number;
              };
            };
          };
        };
      };
    };
  };
  "/api/v1/notifications/deliveries": {
    get: {
      parameters: {
        query?: {
          page?: number;
          per_page?: number;
          site_id?: string;
          search?: string;
          sort?: "created_at" | "-created_at";
          status?: "waiting" | "sending" | "delivered" | "failed" | "skipped" | "folded";
          channel?: string;
          notice_id?: string;
          channel_id?: string;
          user_id?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              items: {
                id: string;
                notice_id: string;
                title: string;
                category: string;
                priority: "low" | "normal" | "high" | "critical";
                event_id: string | null;
                channel: string;
                recipient: string;
                user_id: string | null;
                channel_id: string | null;
                status: "waiting" | "sending" | "delivered" | "failed" | "skipped" | "folded";
                reason: string | null;
                attempts: number;
                last_error: string | null;
                due_at: string;
                message_id: string | null;
                finished_at: string | null;
                created_at: string;
                updated_at: string;
              }[];
              total: number;
              page: number;
              per_page: number;
              pages: number;
            };
          };
        };
      };
    };
  };
  "/api/v1/notifications/mark-all": {
    post: {
      requestBody: {
        content: {
          "application/json": {
            read: boolean;
            category?: string;
            until?: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              changed: number;
            };
          };
        };
      };
    };
  };
  "/api/v1/notifications/preferences": {
    get: {
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["NotificationsGetPreferences"];
          };
        };
      };
    };
    put: {
      requestBody: {
        content: {
          "application/json": {
            in_app?: components["schemas"]["NotificationsGetPreferencesInApp"];
            email?: components["schemas"]["NotificationsGetPreferencesEmail"];
            chat?: components["schemas"]["NotificationsGetPreferencesChat"];
            webhook?: components["schemas"]["NotificationsGetPreferencesChat"];
            quiet_hours?: components["schemas"]["NotificationsListChannelsItemsQuietHours"] | null;
            throttle?: {
              most: number;
              minutes: number;
            };
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["NotificationsGetPreferences"];
          };
        };
      };
    };
  };
  "/api/v1/notifications/{notification_id}": {
    get: {
      parameters: {
        path: {
          notification_id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["NotificationsListItems"];
          };
        };
      };
    };
    patch: {
      parameters: {
        path: {
          notification_id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            read: boolean;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["NotificationsListItems"];
          };
        };
      };
    };
  };
  "/api/v1/oauth2/.well-known/oauth-authorization-server": {
    get: {
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["Oauth2MetadataAtRoot"];
          };
        };
      };
    };
  };
  "/api/v1/oauth2/applications": {
    get: {
      parameters: {
        query?: {
          page?: number;
          per_page?: number;
          site_id?: string;
          search?: string;
          sort?: "name" | "-name" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              items: components["schemas"]["Oauth2ApplicationsListItems"][];
              total: number;
              page: number;
              per_page: number;
              pages: number;
            };
          };
        };
      };
    };
    post: {
      requestBody: {
        content: {
          "application/json": {
            name: string;
            redirect_uris: string[];
            scopes: string[];
            confidential: boolean;
            is_active?: boolean;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": components["schemas"]["Oauth2ApplicationsCreate"];
          };
        };
      };
    };
  };
  "/api/v1/oauth2/applications/{application_id}": {
    get: {
      parameters: {
        path: {
          application_id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["Oauth2ApplicationsListItems"];
          };
        };
      };
    };
    delete: {
      parameters: {
        path: {
          application_id: string;
        };
      };
      responses: {
        204: {};
      };
    };
    patch: {
      parameters: {
        path: {
          application_id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            name?: string;
            redirect_uris?: string[];
            scopes?: string[];
            is_active?: boolean;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["Oauth2ApplicationsListItems"];
          };
        };
      };
    };
  };
  "/api/v1/oauth2/applications/{application_id}/rotate-secret": {
    post: {
      parameters: {
        path: {
          application_id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["Oauth2ApplicationsCreate"];
          };
        };
      };
    };
  };
  "/api/v1/oauth2/authorize": {
    get: {
      parameters: {
        query: {
          response_type?: string;
          client_id: string;
          redirect_uri: string;
          scope?: string;
          state?: string;
          code_challenge?: string;
          code_challenge_method?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              application?: {
                id: string;
                client_id: string;
                name: string;
              };
              scopes?: {
                id: string;
                title: string;
              }[];
              already_granted?: boolean;
              request?: {
                response_type?: string;
                client_id: string;
                redirect_uri: string;
                scope?: string;
                state?: string;
                code_challenge?: string;
                code_challenge_method?: string;
              };
              redirect_to?: string;
            };
          };
        };
      };
    };
    post: {
      requestBody: {
        content: {
          "application/json": {
            response_type?: string;
            client_id: string;
            redirect_uri: string;
            scope?: string;
            state?: string;
            code_challenge?: string;
            code_challenge_method?: string;
            decision: "approve" | "deny";
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              redirect_to: string;
            };
          };
        };
      };
    };
  };
  "/api/v1/oauth2/grants": {
    get: {
      parameters: {
        query?: {
          page?: number;
          per_page?: number;
          site_id?: string;
          search?: string;
          sort?: "created_at" | "-created_at" | "last_used_at" | "-last_used_at" | "updated_at" | "-updated_at";
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              items: {
                id: string;
                application: {
                  id: string;
                  name: string;
                };
                scopes: string[];
                created_at: string;
                updated_at: string;
                last_used_at: string | null;
              }[];
              total: number;
              page: number;
              per_page: number;
              pages: number;
            };
          };
        };
      };
    };
  };
  "/api/v1/oauth2/grants/{grant_id}": {
    delete: {
      parameters: {
        path: {
          grant_id: string;
        };
      };
      responses: {
        204: {};
      };
    };
  };
  "/api/v1/oauth2/introspect": {
    post: {
      requestBody: {
        content: {
          "application/x-www-form-urlencoded": components["schemas"]["Oauth2IntrospectBody"];
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              active: boolean;
              scope?: string;
              client_id?: string;
              token_type?: string;
              exp?: number;
              iat?: number;
              sub?: string;
              aud?: string;
              iss?: string;
            };
          };
        };
      };
    };
  };
  "/api/v1/oauth2/revoke": {
    post: {
      requestBody: {
        content: {
          "application/x-www-form-urlencoded": components["schemas"]["Oauth2IntrospectBody"];
        };
      };
      responses: {
        200: {};
      };
    };
  };
  "/api/v1/oauth2/token": {
    post: {
      requestBody: {
        content: {
          "application/x-www-form-urlencoded": {
            grant_type: string;
            code?: string;
            redirect_uri?: string;
            code_verifier?: string;
            refresh_token?: string;
            scope?: string;
            client_id?: string;
            client_secret?: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              access_token: string;
              token_type: "Bearer";
              expires_in: number;
              refresh_token: string;
              scope: string;
            };
          };
        };
      };
    };
  };
  "/api/v1/openapi.json": {
    get: {
      parameters: {
        query?: {
          named?: boolean;
          usual_errors?: boolean;
        };
      };
      responses: {
        200: {
          content: {
            "application/json; charset=utf-8": unknown;
          };
        };
      };
    };
  };
  "/api/v1/organizations": {
    get: {
      parameters: {
        query?: {
          page?: number;
          per_page?: number;
          site_id?: string;
          search?: string;
          sort?: "name" | "-name" | "slug" | "-slug" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              items: components["schemas"]["OrganizationsListItems"][];
              total: number;
              page: number;
              per_page: number;
              pages: number;
            };
          };
        };
      };
    };
    post: {
      requestBody: {
        content: {
          "application/json": {
            name: string;
            slug?: string;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": components["schemas"]["OrganizationsListItems"];
          };
        };
      };
    };
  };
  "/api/v1/organizations/{org_id}": {
    get: {
      parameters: {
        path: {
          org_id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["OrganizationsListItems"];
          };
        };
      };
    };
    delete: {
      parameters: {
        path: {
          org_id: string;
        };
      };
      responses: {
        204: {};
      };
    };
    patch: {
      parameters: {
        path: {
          org_id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            name?: string;
            slug?: string;
            is_active?: boolean;
            mfa_required?: boolean;
            quotas?: {
              [key: string]: number;
            };
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["OrganizationsListItems"];
          };
        };
      };
    };
  };
  "/api/v1/organizations/{org_id}/dashboard": {
    get: {
      parameters: {
        path: {
          org_id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              organization_id: string;
              name: string;
              counts: {
                [key: string]: number;
              };
              quotas: {
                [key: string]: number;
              };
              quotas_enforced: boolean;
              sections: {
                [key: string]: {
                  counts: {
                    [key: string]: number;
                  };
                  attention: {
                    id: string;
                    name: string;
                    reason: string | null;
                    since: string | null;
                  }[];
                };
              };
            };
          };
        };
      };
    };
  };
  "/api/v1/organizations/{org_id}/site-access": {
    get: {
      parameters: {
        query?: {
          page?: number;
          per_page?: number;
          site_id?: string;
          search?: string;
          sort?: "created_at" | "-created_at" | "expires_at" | "-expires_at";
          user_id?: string;
        };
        path: {
          org_id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              items: components["schemas"]["SiteAccessListItems"][];
              total: number;
              page: number;
              per_page: number;
              pages: number;
            };
          };
        };
      };
    };
    post: {
      parameters: {
        path: {
          org_id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["SiteAccessGrantBody"];
        };
      };
      responses: {
        201: {
          content: {
            "application/json": components["schemas"]["SiteAccessListItems"];
          };
        };
      };
    };
  };
  "/api/v1/organizations/{org_id}/site-access/bulk": {
    post: {
      parameters: {
        path: {
          org_id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            grants: components["schemas"]["SiteAccessGrantBody"][];
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              items: components["schemas"]["SiteAccessListItems"][];
            };
          };
        };
      };
    };
  };
  "/api/v1/organizations/{org_id}/site-access/revoke": {
    post: {
      parameters: {
        path: {
          org_id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            grant_ids: string[];
          };
        };
      };
      responses: {
        204: {};
      };
    };
  };
  "/api/v1/organizations/{org_id}/site-access/{grant_id}": {
    delete: {
      parameters: {
        path: {
          org_id: string;
          grant_id: string;
        };
      };
      responses: {
        204: {};
      };
    };
  };
  "/api/v1/plugins": {
    get: {
      parameters: {
        query?: {
          page?: number;
          per_page?: number;
          site_id?: string;
          search?: string;
          sort?: "name" | "-name" | "id" | "-id" | "installed_at" | "-installed_at";
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              items: {
                id: string;
                name: string;
                version: string;
                description: string;
                digest: string;
                signature: "unsigned" | "unknown_signer" | "verified";
                status: "installed" | "quarantined";
                quarantine_reason: ("timeout: it ran longer than it may" | "memory: it held more memory than it may" | "crash: its process ended by itself" | "protocol: it did not keep to what a plugin may say" | "late_work: it went on working after its answer" | "schema: its data cost more to check than it may") | null;
                enabled: boolean;
                permissions: components["schemas"]["PluginsListItemsPermissions"];
                installed_by: string | null;
                installed_at: string;
                created_at: string;
                updated_at: string;
              }[];
              total: number;
              page: number;
              per_page: number;
              pages: number;
            };
          };
        };
      };
    };
    post: {
      parameters: {
        query?: {
          dry_run?: boolean;
        };
      };
      requestBody: {
        content: {
          "application/zip": unknown;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              id: string;
              version: string;
              installed_version: string | null;
              digest: string;
              signature: "unsigned" | "unknown_signer" | "verified";
              manifest: components["schemas"]["PluginsInstallManifest"];
            };
          };
        };
        201: {
          content: {
            "application/json": components["schemas"]["PluginsInstall"];
          };
        };
      };
    };
  };
  "/api/v1/plugins/{plugin_id}": {
    get: {
      parameters: {
        path: {
          plugin_id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["PluginsInstall"];
          };
        };
      };
    };
    delete: {
      parameters: {
        path: {
          plugin_id: string;
        };
      };
      responses: {
        204: {};
      };
    };
  };
  "/api/v1/plugins/{plugin_id}/enabled": {
    put: {
      parameters: {
        path: {
          plugin_id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            enabled: boolean;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["PluginsInstall"];
          };
        };
      };
    };
  };
  "/api/v1/plugins/{plugin_id}/logs": {
    get: {
      parameters: {
        query?: {
          page?: number;
          per_page?: number;
          site_id?: string;
          search?: string;
          sort?: "created_at" | "-created_at";
        };
        path: {
          plugin_id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              items: {
                id: string;
                level: "info" | "warn" | "error";
                message: string;
                fields: unknown;
                event_id: string | null;
                created_at: string;
                updated_at: string;
              }[];
              total: number;
              page: number;
              per_page: number;
              pages: number;
            };
          };
        };
      };
    };
  };
  "/api/v1/plugins/{plugin_id}/release": {
    post: {
      parameters: {
        path: {
          plugin_id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["PluginsInstall"];
          };
        };
      };
    };
  };
  "/api/v1/redoc": {
    get: {
      responses: {
        200: {
          content: {
            "text/html; charset=utf-8": unknown;
          };
        };
      };
    };
  };
  "/api/v1/roles": {
    get: {
      parameters: {
        query?: {
          page?: number;
          per_page?: number;
          site_id?: string;
          search?: string;
          sort?: "name" | "-name" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              items: components["schemas"]["RolesListItems"][];
              total: number;
              page: number;
              per_page: number;
              pages: number;
            };
          };
        };
      };
    };
    post: {
      requestBody: {
        content: {
          "application/json": {
            name: string;
            description?: string | null;
            permissions: string[];
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": components["schemas"]["RolesListItems"];
          };
        };
      };
    };
  };
  "/api/v1/roles/{role_id}": {
    get: {
      parameters: {
        path: {
          role_id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["RolesListItems"];
          };
        };
      };
    };
    delete: {
      parameters: {
        path: {
          role_id: string;
        };
      };
      responses: {
        204: {};
      };
    };
    patch: {
      parameters: {
        path: {
          role_id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            name?: string;
            description?: string | null;
            permissions?: string[];
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["RolesListItems"];
          };
        };
      };
    };
  };
  "/api/v1/security/explain-access": {
    post: {
      requestBody: {
        content: {
          "application/json": {
            user_id?: string;
            key_id?: string;
            permission?: string;
            route_id?: string;
            resource_id?: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              allowed: boolean;
              decided_by: "public" | "credential" | "user" | "mfa_policy" | "role" | "scope" | "unscoped" | "grant" | "tenancy" | "module" | "gate" | "permission_unknown";
              reasons: string[];
            };
          };
        };
      };
    };
  };
  "/api/v1/security/keys": {
    get: {
      parameters: {
        query?: {
          page?: number;
          per_page?: number;
          site_id?: string;
          search?: string;
          sort?: "created_at" | "-created_at" | "expires_at" | "-expires_at" | "last_used_at" | "-last_used_at" | "name" | "-name";
          user_id?: string;
          stale?: boolean;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              items: {
                id: string;
                user_id: string;
                username: string | null;
                name: string;
                prefix: string;
                scopes: string[] | null;
                created_at: string;
                expires_at: string | null;
                last_used_at: string | null;
                unused_scopes: string[];
                never_used: boolean;
                stale: boolean;
              }[];
              total: number;
              page: number;
              per_page: number;
              pages: number;
            };
          };
        };
      };
    };
  };
  "/api/v1/security/keys/{key_id}": {
    delete: {
      parameters: {
        path: {
          key_id: string;
        };
      };
      responses: {
        204: {};
      };
    };
  };
  "/api/v1/security/locked-accounts": {
    get: {
      parameters: {
        query?: {
          page?: number;
          per_page?: number;
          site_id?: string;
          search?: string;
          sort?: "username" | "-username" | "locked_until" | "-locked_until";
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              items: {
                user_id: string;
                username: string;
                email: string;
                display_name: string | null;
                role: "super_admin" | "org_admin" | "admin" | "site_admin" | "operator" | "viewer" | "guest";
                doors: ("sign_in" | "second_step" | "password_change")[];
                locked_until: string;
              }[];
              total: number;
              page: number;
              per_page: number;
              pages: number;
            };
          };
        };
      };
    };
  };
  "/api/v1/security/locked-accounts/{user_id}/unlock": {
    post: {
      parameters: {
        path: {
          user_id: string;
        };
      };
      responses: {
        204: {};
      };
    };
  };
  "/api/v1/security/sessions": {
    get: {
      parameters: {
        query?: {
          page?: number;
          per_page?: number;
          site_id?: string;
          search?: string;
          sort?: "created_at" | "-created_at" | "last_used_at" | "-last_used_at" | "expires_at" | "-expires_at";
          user_id?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              items: {
                id: string;
                user_id: string;
                username: string;
                role: "super_admin" | "org_admin" | "admin" | "site_admin" | "operator" | "viewer" | "guest";
                ip: string;
                user_agent: string;
                created_at: string;
                last_used_at: string;
                expires_at: string;
                current: boolean;
              }[];
              total: number;
              page: number;
              per_page: number;
              pages: number;
            };
          };
        };
      };
    };
  };
  "/api/v1/security/sessions/{session_id}": {
    delete: {
      parameters: {
        path: {
          session_id: string;
        };
      };
      responses: {
        204: {};
      };
    };
  };
  "/api/v1/security/sign-ins": {
    get: {
      parameters: {
        query?: {
          page?: number;
          per_page?: number;
          site_id?: string;
          search?: string;
          sort?: "occurred_at" | "-occurred_at";
          user_id?: string;
          outcome?: "succeeded" | "wrong_credentials" | "wrong_second_step" | "passkey_refused" | "provider_refused" | "locked";
          since?: string;
          until?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              items: {
                id: string;
                user_id: string | null;
                username: string | null;
                outcome: "succeeded" | "wrong_credentials" | "wrong_second_step" | "passkey_refused" | "provider_refused" | "locked";
                method: string | null;
                second_method: string | null;
                reason: string | null;
                ip: string | null;
                user_agent: string | null;
                session_id: string | null;
                occurred_at: string;
              }[];
              total: number;
              page: number;
              per_page: number;
              pages: number;
            };
          };
        };
      };
    };
  };
  "/api/v1/security/users/{user_id}/end-sessions": {
    post: {
      parameters: {
        path: {
          user_id: string;
        };
      };
      responses: {
        204: {};
      };
    };
  };
  "/api/v1/security/users/{user_id}/reset-mfa": {
    post: {
      parameters: {
        path: {
          user_id: string;
        };
      };
      responses: {
        204: {};
      };
    };
  };
  "/api/v1/setup/initialize": {
    post: {
      requestBody: {
        content: {
          "application/json": {
            organization_name: string;
            organization_slug?: string;
            email: string;
            username: string;
            password: string;
            setup_token?: string;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": components["schemas"]["AuthRegister"];
          };
        };
      };
    };
  };
  "/api/v1/setup/status": {
    get: {
      responses: {
        200: {
          content: {
            "application/json": {
              required: boolean;
            };
          };
        };
      };
    };
  };
  "/api/v1/sites": {
    get: {
      parameters: {
        query?: {
          page?: number;
          per_page?: number;
          site_id?: string;
          search?: string;
          sort?: "name" | "-name" | "slug" | "-slug" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              items: components["schemas"]["SitesListItems"][];
              total: number;
              page: number;
              per_page: number;
              pages: number;
            };
          };
        };
      };
    };
    post: {
      requestBody: {
        content: {
          "application/json": {
            name: string;
            slug?: string;
            description?: string | null;
            timezone?: string | null;
            address?: string | null;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": components["schemas"]["SitesListItems"];
          };
        };
      };
    };
  };
  "/api/v1/sites/import": {
    post: {
      requestBody: {
        content: {
          "application/json": {
            csv: string;
            dry_run?: boolean;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["ControllersImport"] | components["schemas"]["ControllersImport2"];
          };
        };
      };
    };
  };
  "/api/v1/sites/{site_id}": {
    get: {
      parameters: {
        path: {
          site_id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["SitesListItems"];
          };
        };
      };
    };
    delete: {
      parameters: {
        path: {
          site_id: string;
        };
      };
      responses: {
        204: {};
      };
    };
    patch: {
      parameters: {
        path: {
          site_id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            name?: string;
            slug?: string;
            description?: string | null;
            timezone?: string | null;
            address?: string | null;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["SitesListItems"];
          };
        };
      };
    };
  };
  "/api/v1/system/read-only": {
    get: {
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["SystemGetReadOnly"];
          };
        };
      };
    };
    put: {
      requestBody: {
        content: {
          "application/json": {
            read_only: boolean | null;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["SystemGetReadOnly"];
          };
        };
      };
    };
  };
  "/api/v1/users": {
    get: {
      parameters: {
        query?: {
          page?: number;
          per_page?: number;
          site_id?: string;
          search?: string;
          sort?: "username" | "-username" | "email" | "-email" | "role" | "-role" | "created_at" | "-created_at" | "updated_at" | "-updated_at" | "last_login_at" | "-last_login_at";
          role?: string;
          is_active?: boolean;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              items: components["schemas"]["AuthRegisterUser"][];
              total: number;
              page: number;
              per_page: number;
              pages: number;
            };
          };
        };
      };
    };
    post: {
      requestBody: {
        content: {
          "application/json": {
            email: string;
            username: string;
            password: string;
            role: string;
            display_name?: string | null;
            organization_id?: string;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": components["schemas"]["AuthRegisterUser"];
          };
        };
      };
    };
  };
  "/api/v1/users/{user_id}": {
    get: {
      parameters: {
        path: {
          user_id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["AuthRegisterUser"];
          };
        };
      };
    };
    delete: {
      parameters: {
        path: {
          user_id: string;
        };
      };
      responses: {
        204: {};
      };
    };
    patch: {
      parameters: {
        path: {
          user_id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            email?: string;
            username?: string;
            display_name?: string | null;
            role?: string;
            is_active?: boolean;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["AuthRegisterUser"];
          };
        };
      };
    };
  };
  "/api/v1/views": {
    get: {
      parameters: {
        query?: {
          page?: number;
          per_page?: number;
          site_id?: string;
          search?: string;
          sort?: "name" | "-name" | "page" | "-page" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
          for_page?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              items: components["schemas"]["ViewsListItems"][];
              total: number;
              page: number;
              per_page: number;
              pages: number;
            };
          };
        };
      };
    };
    post: {
      requestBody: {
        content: {
          "application/json": {
            name: string;
            page: string;
            search: {
              [key: string]: string | string[];
            };
            is_shared?: boolean;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": components["schemas"]["ViewsListItems"];
          };
        };
      };
    };
  };
  "/api/v1/views/{view_id}": {
    get: {
      parameters: {
        path: {
          view_id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["ViewsListItems"];
          };
        };
      };
    };
    delete: {
      parameters: {
        path: {
          view_id: string;
        };
      };
      responses: {
        204: {};
      };
    };
    patch: {
      parameters: {
        path: {
          view_id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            name?: string;
            page?: string;
            search?: {
              [key: string]: string | string[];
            };
            is_shared?: boolean;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["ViewsListItems"];
          };
        };
      };
    };
  };
  "/api/v1/vpn/tunnels": {
    get: {
      parameters: {
        query?: {
          page?: number;
          per_page?: number;
          site_id?: string;
          search?: string;
          sort?: "name" | "-name" | "protocol" | "-protocol" | "status" | "-status" | "controller_name" | "-controller_name" | "vendor" | "-vendor";
          controller_id?: string;
          vendor?: string;
          protocol?: "wireguard" | "ipsec" | "openvpn" | "l2tp" | "gre" | "other";
          status?: "up" | "down" | "disabled" | "unknown";
          role?: "site_to_site" | "server" | "client" | "peer";
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              items: components["schemas"]["VpnTunnelsItems"][];
              total: number;
              page: number;
              per_page: number;
              pages: number;
            };
          };
        };
      };
    };
  };
  "/api/v1/vpn/tunnels/{tunnel_id}": {
    get: {
      parameters: {
        path: {
          tunnel_id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["VpnTunnelsItems"];
          };
        };
      };
    };
  };
  "/api/v1/webhooks": {
    get: {
      parameters: {
        query?: {
          page?: number;
          per_page?: number;
          site_id?: string;
          search?: string;
          sort?: "name" | "-name" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
          is_enabled?: boolean;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              items: components["schemas"]["WebhooksListItems"][];
              total: number;
              page: number;
              per_page: number;
              pages: number;
            };
          };
        };
      };
    };
    post: {
      requestBody: {
        content: {
          "application/json": {
            name: string;
            url: string;
            events: string[];
            template_id?: string | null;
            is_enabled?: boolean;
            ordered?: boolean;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              id: string;
              organization_id: string;
              name: string;
              url: string;
              events: string[];
              template_id: string | null;
              is_enabled: boolean;
              ordered: boolean;
              author_id: string;
              disabled_reason: string | null;
              disabled_at: string | null;
              former_secret_until: string | null;
              created_at: string;
              updated_at: string;
              secret: string;
            };
          };
        };
      };
    };
  };
  "/api/v1/webhooks/templates": {
    get: {
      parameters: {
        query?: {
          page?: number;
          per_page?: number;
          site_id?: string;
          search?: string;
          sort?: "name" | "-name" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              items: components["schemas"]["WebhooksTemplatesListItems"][];
              total: number;
              page: number;
              per_page: number;
              pages: number;
            };
          };
        };
      };
    };
    post: {
      requestBody: {
        content: {
          "application/json": {
            name: string;
            body: {
              [key: string]: unknown;
            };
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": components["schemas"]["WebhooksTemplatesListItems"];
          };
        };
      };
    };
  };
  "/api/v1/webhooks/templates/{template_id}": {
    get: {
      parameters: {
        path: {
          template_id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["WebhooksTemplatesListItems"];
          };
        };
      };
    };
    delete: {
      parameters: {
        path: {
          template_id: string;
        };
      };
      responses: {
        204: {};
      };
    };
    patch: {
      parameters: {
        path: {
          template_id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            name?: string;
            body?: {
              [key: string]: unknown;
            };
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["WebhooksTemplatesListItems"];
          };
        };
      };
    };
  };
  "/api/v1/webhooks/templates/{template_id}/render": {
    post: {
      parameters: {
        path: {
          template_id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            event_id?: string;
            payload?: {
              [key: string]: unknown;
            };
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              body: {
                [key: string]: unknown;
              };
            };
          };
        };
      };
    };
  };
  "/api/v1/webhooks/{webhook_id}": {
    get: {
      parameters: {
        path: {
          webhook_id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["WebhooksListItems"];
          };
        };
      };
    };
    delete: {
      parameters: {
        path: {
          webhook_id: string;
        };
      };
      responses: {
        204: {};
      };
    };
    patch: {
      parameters: {
        path: {
          webhook_id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            name?: string;
            url?: string;
            events?: string[];
            template_id?: string | null;
            is_enabled?: boolean;
            ordered?: boolean;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": components["schemas"]["WebhooksListItems"];
          };
        };
      };
    };
  };
  "/api/v1/webhooks/{webhook_id}/deliveries": {
    get: {
      parameters: {
        query?: {
          page?: number;
          per_page?: number;
          site_id?: string;
          search?: string;
          sort?: "created_at" | "-created_at";
          kind?: "event" | "replay" | "resend" | "test";
          status?: "waiting" | "delivered" | "failed" | "withheld" | "cancelled";
          sequence?: number;
          event_id?: string;
        };
        path: {
          webhook_id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              items: components["schemas"]["WebhooksDeliveriesListItems"][];
              total: number;
              page: number;
              per_page: number;
              pages: number;
            };
          };
        };
      };
    };
  };
  "/api/v1/webhooks/{webhook_id}/deliveries/{delivery_id}": {
    get: {
      parameters: {
        path: {
          webhook_id: string;
          delivery_id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              id: string;
              webhook_id: string;
              kind: string;
              status: string;
              reason: string | null;
              event_id: string | null;
              event_type: string;
              sequence: number | null;
              resend_of: string | null;
              attempts: number;
              first_attempt_at: string | null;
              last_attempt_at: string | null;
              next_attempt_at: string | null;
              finished_at: string | null;
              created_at: string;
              updated_at: string;
              request: {
                method: string;
                url: string;
                headers: {
                  [key: string]: string;
                };
                body: string;
                truncated: boolean;
              } | null;
              answer: {
                status: number;
                headers: {
                  [key: string]: string;
                };
                body: string;
                truncated: boolean;
              } | null;
              tries: {
                at: string;
                status: number | null;
                error: string | null;
                duration_ms: number;
              }[];
            };
          };
        };
      };
    };
  };
  "/api/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/resend": {
    post: {
      parameters: {
        path: {
          webhook_id: string;
          delivery_id: string;
        };
      };
      responses: {
        201: {
          content: {
            "application/json": components["schemas"]["WebhooksDeliveriesListItems"];
          };
        };
      };
    };
  };
  "/api/v1/webhooks/{webhook_id}/replay": {
    post: {
      parameters: {
        path: {
          webhook_id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            since: string;
          };
        };
      };
      responses: {
        202: {
          content: {
            "application/json": {
              webhook_id: string;
              since: string;
            };
          };
        };
      };
    };
  };
  "/api/v1/webhooks/{webhook_id}/rotate-secret": {
    post: {
      parameters: {
        path: {
          webhook_id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            overlap_seconds?: number;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              secret: string;
              former_secret_until: string | null;
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/api/v1/webhooks/{webhook_id}/status": {
    get: {
      parameters: {
        path: {
          webhook_id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              last_sequence: number;
              waiting: number;
              is_behind: boolean;
              next_attempt_at: string | null;
              failing_since: string | null;
            };
          };
        };
      };
    };
  };
  "/api/v1/webhooks/{webhook_id}/test": {
    post: {
      parameters: {
        path: {
          webhook_id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            event_id?: string;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": components["schemas"]["WebhooksDeliveriesListItems"];
          };
        };
      };
    };
  };
  "/api/v1/ws/stats": {
    get: {
      responses: {
        200: {
          content: {
            "application/json": {
              connections: number;
            };
          };
        };
      };
    };
  };
  "/console/assets/{file}": {
    get: {
      parameters: {
        path: {
          file: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/octet-stream": unknown;
          };
        };
      };
    };
  };
  "/console/{path}": {
    get: {
      parameters: {
        path: {
          path: string;
        };
      };
      responses: {
        200: {
          content: {
            "text/html; charset=utf-8": unknown;
          };
        };
      };
    };
  };
  "/health": {
    get: {
      responses: {
        200: {
          content: {
            "application/json": {
              status: "healthy" | "degraded";
              degraded_subsystems: string[];
            };
          };
        };
      };
    };
  };
  "/metrics": {
    get: {
      responses: {
        200: {
          content: {
            "text/plain; version=0.0.4; charset=utf-8": unknown;
          };
        };
      };
    };
  };
}
export interface components {
  schemas: {
    Error: {
      error: {
        code: number;
        message: string;
        request_id: string;
        type?: string;
        details?: {
          field: string;
          message: string;
          type: string;
        }[];
      };
    };
    ValidationError: {
      error: {
        code: number;
        message: string;
        request_id: string;
        type?: string;
        details: {
          field: string;
          message: string;
          type: string;
        }[];
      };
    };
    OAuthError: {
      error: string;
      error_description?: string;
      detail?: string;
      retry_after?: number;
    };
    Detail: {
      detail: string;
      retry_after?: number;
    };
    AlertsListItems: {
      id: string;
      organization_id: string;
      title: string;
      message: string;
      severity: "info" | "warning" | "critical";
      status: "open" | "acknowledged" | "resolved";
      site_id: string | null;
      device_id: string | null;
      rule_id: string | null;
      event_id: string | null;
      acknowledged_by: string | null;
      acknowledged_at: string | null;
      resolved_by: string | null;
      resolved_at: string | null;
      created_at: string;
      updated_at: string;
    };
    ApiKeysListItems: {
      id: string;
      organization_id: string;
      user_id: string;
      name: string;
      description: string | null;
      prefix: string;
      scopes: string[] | null;
      expires_at: string | null;
      last_used_at: string | null;
      created_at: string;
      updated_at: string;
    };
    AuditValidateProblems: {
      kind: "edited" | "missing" | "duplicated" | "forked" | "truncated";
      sequence: number;
    };
    AuthLogin: {
      access_token?: string;
      refresh_token?: string;
      token_type?: string;
      expires_in?: number;
      require_mfa?: boolean;
      mfa_token?: string;
      methods?: string[];
    };
    AuthMe: {
      id: string;
      organization_id: string;
      email: string;
      username: string;
      display_name: string | null;
      role: "super_admin" | "org_admin" | "admin" | "site_admin" | "operator" | "viewer" | "guest";
      is_active: boolean;
      mfa_enabled: boolean;
      last_login_at: string | null;
      created_at: string;
      updated_at: string;
      permissions: string[];
      organization: {
        id: string;
        name: string;
        slug: string;
      };
      pending_email: string | null;
      mfa_enrolment_required: boolean;
    };
    AuthRefresh: {
      access_token: string;
      refresh_token: string;
      token_type: string;
      expires_in: number;
    };
    AuthRegister: {
      organization: {
        id: string;
        name: string;
        slug: string;
        is_active: boolean;
        created_at: string;
        updated_at: string;
      };
      user: components["schemas"]["AuthRegisterUser"];
    };
    AuthRegisterUser: {
      id: string;
      organization_id: string;
      email: string;
      username: string;
      display_name: string | null;
      role: "super_admin" | "org_admin" | "admin" | "site_admin" | "operator" | "viewer" | "guest";
      is_active: boolean;
      mfa_enabled: boolean;
      last_login_at: string | null;
      created_at: string;
      updated_at: string;
    };
    AuthTokenBody: {
      grant_type?: string;
      username: string;
      password: string;
      scope?: string;
      client_id?: string;
      client_secret?: string;
    };
    AutomationDeadLettersList: {
      items: components["schemas"]["AutomationDeadLettersListItems"][];
      total: number;
      page: number;
      per_page: number;
      pages: number;
    };
    AutomationDeadLettersListItems: {
      id: string;
      rule_id: string;
      event_id: string | null;
      site_id: string | null;
      scheduled_for: string | null;
      is_test: boolean;
      shadow: boolean;
      rerun_of: string | null;
      status: string;
      reason: string | null;
      dead_letter: ("open" | "replayed" | "dismissed") | null;
      not_before: string | null;
      started_at: string | null;
      finished_at: string | null;
      actions: components["schemas"]["AutomationDeadLettersListItemsActions"][];
      created_at: string;
      updated_at: string;
    };
    AutomationDeadLettersListItemsActions: {
      action_type: string;
      status: string;
      input: unknown;
      output: unknown;
      error: {
        type: string;
        message: string;
      } | null;
      duration_ms: number | null;
      change_id?: string;
      artifact?: components["schemas"]["AutomationDeadLettersListItemsActionsArtifact"];
      attempts?: number;
      reason?: string;
    };
    AutomationDeadLettersListItemsActionsArtifact: {
      media_type: string;
      size: number;
      sha256?: string;
      token?: string;
    };
    AutomationRulesCreate: {
      findings: components["schemas"]["AutomationRulesListItemsFindings"][];
    };
    AutomationRulesCreateBodyActions: {
      action_type: string;
      params?: {
        [key: string]: unknown;
      } | "[redacted]";
      on_failure?: "stop" | "continue" | "retry";
      retry?: components["schemas"]["AutomationRulesCreateBodyActionsRetry"];
    };
    AutomationRulesCreateBodyActionsRetry: {
      attempts?: number;
      delay_seconds?: number;
      otherwise?: "stop" | "continue";
    };
    AutomationRulesCreateBodyConditions: {
      logic?: "and" | "or";
      conditions: {
        field: string;
        operator: "eq" | "ne" | "gt" | "gte" | "lt" | "lte" | "in" | "not_in" | "contains" | "starts_with" | "ends_with" | "exists" | "matches";
        value?: (string | number | boolean | null) | (string | number | boolean | null)[];
      }[];
    };
    AutomationRulesListItems: {
      id: string;
      organization_id: string;
      name: string;
      trigger_type: "event" | "schedule";
      trigger_config: {
        [key: string]: unknown;
      };
      conditions: {
        [key: string]: unknown;
      } | null;
      actions: {
        action_type: string;
        params: unknown;
        on_failure: string;
        retry?: unknown;
      }[];
      max_runs_per_minute: number | null;
      is_enabled: boolean;
      shadow: boolean;
      author_id: string;
      paused_reason: string | null;
      next_fire_at: string | null;
      conditions_failed: number;
      failures_in_a_row: number;
      findings?: components["schemas"]["AutomationRulesListItemsFindings"][];
      created_at: string;
      updated_at: string;
    };
    AutomationRulesListItemsFindings: {
      field: string;
      message: string;
      type: string;
      severity: "error" | "warning";
    };
    AutomationRulesTestBody: {
      payload?: {
        [key: string]: unknown;
      };
      event_id?: string;
    };
    AutomationRulesTestConditions: {
      held: boolean;
      failed: {
        field: string;
        operator: string;
      }[];
    };
    ChangesAttemptsItems: {
      id: string;
      change_id: string;
      target_id: string | null;
      fencing: number;
      error_type: string | null;
      output: unknown;
      output_truncated: boolean;
      confirm_mechanism: ("device" | "inverse") | null;
      confirm_until: string | null;
      outcome: "running" | "awaiting_confirmation" | "succeeded" | "failed" | "unknown" | "reverted";
      started_at: string;
      finished_at: string | null;
      sent_hash: string | null;
      before: {
        [key: string]: unknown;
      } | null;
      after: {
        [key: string]: unknown;
      } | null;
      error: string | null;
      actor_id: string | null;
      created_at: string;
      updated_at: string;
    };
    ChangesConfirm: {
      change: components["schemas"]["ChangesListItems"];
      attempt: components["schemas"]["ChangesAttemptsItems"];
    };
    ChangesFreezesCreateBodyRecurrence: {
      every: "day" | "week";
      until?: string | null;
      time_zone?: string;
    };
    ChangesFreezesListItems: {
      id: string;
      organization_id: string;
      site_id: string | null;
      starts_at: string;
      ends_at: string;
      reason: string;
      recurrence: {
        every: "day" | "week";
        until: string | null;
        time_zone: string;
      } | null;
      created_by: string | null;
      created_at: string;
      updated_at: string;
    };
    ChangesListItems: {
      id: string;
      organization_id: string;
      controller_id: string;
      site_id: string;
      vendor: string | null;
      area: string;
      feature: string;
      operation: "create" | "update" | "delete";
      target_id: string | null;
      target_name: string | null;
      payload: {
        [key: string]: unknown;
      };
      notes: string | null;
      staged_by: string | null;
      status: "pending" | "applied" | "discarded";
      risk: "normal" | "catastrophic";
      diff: {
        field: string;
        before: unknown;
        after: unknown;
      }[];
      diff_base: "synced" | "live" | "none";
      stale: boolean;
      last_outcome: ("running" | "awaiting_confirmation" | "succeeded" | "failed" | "unknown" | "reverted") | null;
      last_error: string | null;
      approvals: components["schemas"]["ChangesListItemsApprovals"];
      confirm: ("device" | "inverse") | null;
      warnings: string[];
      conflicts: string[];
      reverts: string | null;
      applied_at: string | null;
      applied_by: string | null;
      discarded_at: string | null;
      discarded_by: string | null;
      created_at: string;
      updated_at: string;
    };
    ChangesListItemsApprovals: {
      required: number;
      given: number;
      votes: {
        user_id: string;
        decision: "approve" | "reject";
        comment: string | null;
        at: string;
        fallen?: "payload_moved" | "live_moved" | "not_authorized" | "step_up_missing";
      }[];
    };
    ChangesPoliciesListItems: {
      id: string;
      organization_id: string;
      name: string | null;
      feature_pattern: string;
      site_id: string | null;
      risk: ("normal" | "catastrophic") | null;
      min_approvers: number;
      step_up: boolean;
      created_by: string | null;
      created_at: string;
      updated_at: string;
    };
    ChangesSetsCreate: {
      id: string;
      organization_id: string;
      name: string;
      status: "draft" | "scheduled" | "running" | "paused" | "finished" | "stopped" | "cancelled";
      canary: number | null;
      stop_on_failure: boolean;
      apply_at: string | null;
      reason: string | null;
      total: number;
      done: number;
      created_by: string | null;
      applied_by: string | null;
      started_at: string | null;
      finished_at: string | null;
      created_at: string;
      updated_at: string;
      changes: {
        change_id: string;
        position: number;
        outcome: "pending" | "applying" | "applied" | "failed" | "refused" | "unknown" | "not_run";
        error: string | null;
        error_type: string | null;
        attempt_id: string | null;
        controller_id: string;
        site_id: string;
        feature: string;
        operation: "create" | "update" | "delete";
        target_id: string | null;
        target_name: string | null;
        change_status: "pending" | "applied" | "discarded";
        started_at: string | null;
        finished_at: string | null;
      }[];
    };
    ControllersCreateBodyTls: {
      verify: boolean;
      fingerprint?: string;
      pin_on_first_use?: boolean;
    };
    ControllersImport: {
      dry_run: true;
      rows: number;
      would_create: number;
      would_update: number;
      unchanged: number;
      errors: {
        row: number;
        column: string | null;
        message: string;
        type: string;
      }[];
      error_count: number;
    };
    ControllersImport2: {
      dry_run: false;
      rows: number;
      created: number;
      updated: number;
      unchanged: number;
    };
    ControllersListItems: {
      id: string;
      organization_id: string;
      site_id: string;
      name: string;
      vendor: string;
      url: string;
      credential_id: string | null;
      tls: {
        verify: boolean;
        fingerprint?: string;
        pin_on_first_use?: boolean;
      };
      allow_plaintext: boolean;
      status: string;
      version: string | null;
      model: string | null;
      serial: string | null;
      capabilities: string[];
      last_sync_at: string | null;
      last_error: string | null;
      created_at: string;
      updated_at: string;
    };
    ControllersSyncManyBody: {
      controller_ids: string[];
    };
    ControllersSyncsItems: {
      id: string;
      controller_id: string;
      status: string;
      created: number;
      updated: number;
      unchanged: number;
      missing: number;
      error: string | null;
      started_at: string | null;
      finished_at: string | null;
      created_at: string;
      updated_at: string;
    };
    CredentialsListItems: {
      id: string;
      organization_id: string;
      site_id: string | null;
      name: string;
      kind: string;
      username: string | null;
      secret_set: boolean;
      hosts: string[];
      created_at: string;
      updated_at: string;
    };
    DevicesListItems: {
      id: string;
      organization_id: string;
      site_id: string;
      controller_id: string | null;
      name: string;
      kind: string;
      status: string;
      ip: string | null;
      mac: string | null;
      model: string | null;
      firmware: string | null;
      serial: string | null;
      tags: string[];
      notes: string | null;
      location: string | null;
      custom_fields: {
        [key: string]: unknown;
      };
      last_seen_at: string | null;
      created_at: string;
      updated_at: string;
    };
    FabricBacktestsGetRunsSteps: {
      operation_id: string;
      status: string;
      input: unknown;
      output: unknown;
      error: {
        type: string;
        message: string;
      } | null;
      duration_ms: number | null;
      change_id?: string;
      artifact?: components["schemas"]["AutomationDeadLettersListItemsActionsArtifact"];
      attempts?: number;
      reason?: string;
    };
    FabricConnectionsCreateBody: {
      name: string;
      source_event: string;
      conditions?: components["schemas"]["AutomationRulesCreateBodyConditions"];
      cooldown_seconds?: number;
      steps: components["schemas"]["FabricConnectionsCreateBodySteps"][];
      mode?: "parallel" | "queued" | "single";
      max_parallel?: number | null;
      max_runs_per_minute?: number | null;
      is_enabled?: boolean;
      shadow?: boolean;
    };
    FabricConnectionsCreateBodySteps: {
      operation_id: string;
      params?: {
        [key: string]: unknown;
      } | "[redacted]";
      on_failure?: "stop" | "continue" | "retry";
      retry?: components["schemas"]["AutomationRulesCreateBodyActionsRetry"];
    };
    FabricConnectionsListItems: {
      id: string;
      organization_id: string;
      name: string;
      source_event: string;
      conditions: {
        [key: string]: unknown;
      } | null;
      cooldown_seconds: number;
      steps: {
        operation_id: string;
        params: unknown;
        on_failure: string;
        retry?: unknown;
      }[];
      mode: string;
      max_parallel: number | null;
      max_runs_per_minute: number | null;
      is_enabled: boolean;
      shadow: boolean;
      author_id: string;
      paused_reason: string | null;
      conditions_failed: number;
      failures_in_a_row: number;
      findings?: components["schemas"]["AutomationRulesListItemsFindings"][];
      created_at: string;
      updated_at: string;
    };
    FabricConnectionsRuns: {
      items: components["schemas"]["FabricConnectionsRunsItems"][];
      total: number;
      page: number;
      per_page: number;
      pages: number;
    };
    FabricConnectionsRunsItems: {
      id: string;
      connection_id: string;
      event_id: string | null;
      is_test: boolean;
      shadow: boolean;
      rerun_of: string | null;
      status: string;
      reason: string | null;
      dead_letter: ("open" | "replayed" | "dismissed") | null;
      not_before: string | null;
      started_at: string | null;
      finished_at: string | null;
      steps: components["schemas"]["FabricBacktestsGetRunsSteps"][];
      created_at: string;
      updated_at: string;
    };
    FirewallAlertsUnreadable: {
      controller_id: string;
      name: string;
      reason: string;
    };
    FirewallHygieneItemsRule: {
      feature: string;
      target_id: string;
      name: string;
      chain: string;
      position: number;
      action: "accept" | "drop" | "reject" | "other";
    };
    FirewallNatItemsSource: {
      negated: boolean;
      networks: string[];
      names: string[];
    };
    GatewayBrain: {
      site_id: string;
      controller_id: string | null;
      name: string | null;
      vendor: string | null;
      status: string | null;
      offline_since: string | null;
      created_at: string | null;
      updated_at: string | null;
    };
    GatewayLiveAtSite: {
      items: {
        [key: string]: unknown;
      }[];
      total: number;
      page: number;
      per_page: number;
      pages: number;
      target_ids: (string | null)[];
    };
    GatewayStageBody: {
      payload: {
        [key: string]: unknown;
      };
      notes?: string;
      target_id?: string;
    };
    GatewayVlanPlanControllers: {
      id: string;
      name: string;
      vendor: string;
      role: "brain" | "limb";
      status: string;
      last_sync_at: string | null;
      age_seconds: number | null;
      gap: string | null;
    };
    ModulesListItems: {
      id: string;
      title: string;
      version: string;
      status: string;
      enabled: boolean;
      critical: boolean;
      prefixes: string[];
      health: "healthy" | "degraded";
      required_by: string[];
    };
    NotificationsGetPreferences: {
      in_app: components["schemas"]["NotificationsGetPreferencesInApp"];
      email: components["schemas"]["NotificationsGetPreferencesEmail"];
      chat: components["schemas"]["NotificationsGetPreferencesChat"];
      webhook: components["schemas"]["NotificationsGetPreferencesChat"];
      quiet_hours: components["schemas"]["NotificationsListChannelsItemsQuietHours"] | null;
      throttle: {
        most: number;
        minutes: number;
      };
      updated_at: string;
    };
    NotificationsGetPreferencesChat: {
      enabled: boolean;
      minimum_priority: "low" | "normal" | "high" | "critical";
      categories: string[] | null;
      digest_minutes: number;
      channel_id: string | null;
    };
    NotificationsGetPreferencesEmail: {
      enabled: boolean;
      minimum_priority: "low" | "normal" | "high" | "critical";
      categories: string[] | null;
      digest_minutes: number;
    };
    NotificationsGetPreferencesInApp: {
      enabled: boolean;
      minimum_priority: "low" | "normal" | "high" | "critical";
      categories: string[] | null;
    };
    NotificationsListChannelsItems: {
      id: string;
      name: string;
      kind: "slack" | "teams" | "webhook";
      host: string | null;
      is_enabled: boolean;
      open_to_users: boolean;
      categories: string[] | null;
      minimum_priority: ("low" | "normal" | "high" | "critical") | null;
      digest_minutes: number;
      quiet_hours: components["schemas"]["NotificationsListChannelsItemsQuietHours"] | null;
      failing_since: string | null;
      last_error: string | null;
      created_at: string;
      updated_at: string;
    };
    NotificationsListChannelsItemsQuietHours: {
      start: string;
      end: string;
      timezone: string;
      days?: ("sun" | "mon" | "tue" | "wed" | "thu" | "fri" | "sat")[];
    };
    NotificationsListItems: {
      id: string;
      title: string;
      body: string;
      category: string;
      priority: "low" | "normal" | "high" | "critical";
      held_back: number;
      event_id: string | null;
      read_at: string | null;
      created_at: string;
      updated_at: string;
    };
    Oauth2ApplicationsCreate: {
      id: string;
      organization_id: string;
      client_id: string;
      name: string;
      redirect_uris: string[];
      scopes: string[];
      confidential: boolean;
      is_active: boolean;
      created_at: string;
      updated_at: string;
      client_secret?: string;
    };
    Oauth2ApplicationsListItems: {
      id: string;
      organization_id: string;
      client_id: string;
      name: string;
      redirect_uris: string[];
      scopes: string[];
      confidential: boolean;
      is_active: boolean;
      created_at: string;
      updated_at: string;
    };
    Oauth2IntrospectBody: {
      token: string;
      token_type_hint?: string;
      client_id?: string;
      client_secret?: string;
    };
    Oauth2MetadataAtRoot: {
      issuer: string;
      authorization_endpoint: string;
      token_endpoint: string;
      revocation_endpoint: string;
      introspection_endpoint: string;
      scopes_supported: string[];
      response_types_supported: string[];
      response_modes_supported: string[];
      grant_types_supported: string[];
      token_endpoint_auth_methods_supported: string[];
      revocation_endpoint_auth_methods_supported: string[];
      introspection_endpoint_auth_methods_supported: string[];
      code_challenge_methods_supported: string[];
      authorization_response_iss_parameter_supported: boolean;
    };
    OrganizationsListItems: {
      id: string;
      name: string;
      slug: string;
      is_active: boolean;
      mfa_required: boolean;
      quotas: {
        [key: string]: number;
      };
      counts: {
        [key: string]: number;
      };
      created_at: string;
      updated_at: string;
    };
    PasskeysBeginReauthentication: {
      challenge_id: string;
      options: {
        rpId: string;
        challenge: string;
        allowCredentials?: components["schemas"]["PasskeysBeginReauthenticationOptionsAllowCredentials"][];
        timeout: number;
        userVerification: string;
      };
    };
    PasskeysBeginReauthenticationOptionsAllowCredentials: {
      id: string;
      type: string;
      transports?: string[];
    };
    PasskeysListItems: {
      id: string;
      name: string;
      created_at: string;
      updated_at: string;
      last_used_at: string | null;
      backed_up: boolean;
      transports: string[];
    };
    PasskeysReauthenticateBodyResponse: {
      id: string;
      rawId: string;
      type: "public-key";
      authenticatorAttachment?: string | null;
      clientExtensionResults?: {
        [key: string]: unknown;
      };
      response: {
        clientDataJSON: string;
        authenticatorData: string;
        signature: string;
        userHandle?: string | null;
      } & {
        [key: string]: unknown;
      };
    };
    PluginsInstall: {
      id: string;
      name: string;
      version: string;
      description: string;
      digest: string;
      signature: "unsigned" | "unknown_signer" | "verified";
      status: "installed" | "quarantined";
      quarantine_reason: ("timeout: it ran longer than it may" | "memory: it held more memory than it may" | "crash: its process ended by itself" | "protocol: it did not keep to what a plugin may say" | "late_work: it went on working after its answer" | "schema: its data cost more to check than it may") | null;
      enabled: boolean;
      permissions: components["schemas"]["PluginsListItemsPermissions"];
      installed_by: string | null;
      installed_at: string;
      created_at: string;
      updated_at: string;
      manifest: components["schemas"]["PluginsInstallManifest"];
    };
    PluginsInstallManifest: {
      manifest_version: number;
      id: string;
      name: string;
      version: string;
      description: string;
      sdk: number;
      permissions: components["schemas"]["PluginsListItemsPermissions"];
      events: {
        type: string;
        title: string;
        description: string;
        payload_schema: unknown;
      }[];
      operations: {
        id: string;
        title: string;
        description: string;
        input_schema: unknown;
        output_schema: unknown;
        produces: string[];
        accepts: string[];
        permission: string | null;
      }[];
      tools: {
        name: string;
        description: string;
        input_schema: unknown;
      }[];
      entry: string;
    };
    PluginsListItemsPermissions: {
      events: string[];
      state: boolean;
      emit: string[];
      http: string[];
    };
    RolesListItems: {
      id: string;
      organization_id: string;
      name: string;
      description: string | null;
      permissions: string[];
      created_at: string;
      updated_at: string;
    };
    SiteAccessGrantBody: {
      user_id: string;
      site_id: string;
      expires_at?: string | null;
      reason?: string | null;
    };
    SiteAccessListItems: {
      id: string;
      organization_id: string;
      user_id: string;
      site_id: string;
      expires_at: string | null;
      ended_at: string | null;
      reason: string | null;
      granted_by: string | null;
      created_at: string;
      updated_at: string;
    };
    SitesListItems: {
      id: string;
      organization_id: string;
      name: string;
      slug: string;
      description: string | null;
      timezone: string | null;
      address: string | null;
      device_count: number;
      created_at: string;
      updated_at: string;
    };
    SsoProvidersCreateBodyConfig: {
      issuer?: string | null;
      client_id?: string | null;
      client_secret?: string | null;
      scopes?: string[] | null;
      groups_claim?: string | null;
      email_claim?: string | null;
      username_claim?: string | null;
      url?: string | null;
      start_tls?: boolean | null;
      bind_dn?: string | null;
      bind_password?: string | null;
      base_dn?: string | null;
      user_filter?: string | null;
      group_attribute?: string | null;
      email_attribute?: string | null;
      username_attribute?: string | null;
      ca_certificate?: string | null;
      sso_url?: string | null;
      entity_id?: string | null;
    };
    SsoProvidersCreateBodyRoleMapping: {
      claim_value?: string;
      group?: string;
      role: "org_admin" | "admin" | "site_admin" | "operator" | "viewer" | "guest";
    };
    SsoProvidersListItems: {
      id: string;
      organization_id: string;
      name: string;
      slug: string;
      kind: "oidc" | "ldap" | "saml";
      is_enabled: boolean;
      config: {
        issuer?: string;
        client_id?: string;
        client_secret_set?: boolean;
        scopes?: string[];
        groups_claim?: string;
        email_claim?: string;
        username_claim?: string;
        url?: string;
        start_tls?: boolean;
        bind_dn?: string;
        bind_password_set?: boolean;
        base_dn?: string;
        user_filter?: string;
        group_attribute?: string;
        email_attribute?: string;
        username_attribute?: string;
        ca_certificate?: string;
        sso_url?: string;
        entity_id?: string;
      };
      role_mapping: {
        claim_value?: string;
        group?: string;
        role: "org_admin" | "admin" | "site_admin" | "operator" | "viewer" | "guest";
      }[];
      default_role: string | null;
      role_ceiling: string;
      just_in_time: boolean;
      link_by_email: boolean;
      allowed_email_domains: string[] | null;
      created_at: string;
      updated_at: string;
    };
    SystemGetReadOnly: {
      read_only: boolean;
      source: "override" | "environment" | "default" | "fallback";
    };
    ViewsListItems: {
      id: string;
      name: string;
      page: string;
      search: {
        [key: string]: string | string[];
      };
      is_shared: boolean;
      owner_id: string;
      is_own: boolean;
      created_at: string;
      updated_at: string;
    };
    VpnTunnelsItems: {
      id: string;
      name: string;
      protocol: "wireguard" | "ipsec" | "openvpn" | "l2tp" | "gre" | "other";
      role: "site_to_site" | "server" | "client" | "peer";
      status: "up" | "down" | "disabled" | "unknown";
      enabled: boolean;
      site_id: string;
      controller_id: string;
      controller_name: string;
      vendor: string;
      feature: string;
      target_id: string;
      local: string | null;
      remote: string | null;
      local_networks: string[];
      remote_networks: string[];
      peers: number;
      read_at: string | null;
      gap: string | null;
    };
    WebhooksDeliveriesListItems: {
      id: string;
      webhook_id: string;
      kind: string;
      status: string;
      reason: string | null;
      event_id: string | null;
      event_type: string;
      sequence: number | null;
      resend_of: string | null;
      attempts: number;
      first_attempt_at: string | null;
      last_attempt_at: string | null;
      next_attempt_at: string | null;
      finished_at: string | null;
      created_at: string;
      updated_at: string;
    };
    WebhooksListItems: {
      id: string;
      organization_id: string;
      name: string;
      url: string;
      events: string[];
      template_id: string | null;
      is_enabled: boolean;
      ordered: boolean;
      author_id: string;
      disabled_reason: string | null;
      disabled_at: string | null;
      former_secret_until: string | null;
      created_at: string;
      updated_at: string;
    };
    WebhooksTemplatesListItems: {
      id: string;
      organization_id: string;
      name: string;
      body: {
        [key: string]: unknown;
      };
      created_at: string;
      updated_at: string;
    };
  };
}

export const publicOperations: readonly string[] = [
  "GET /",
  "GET /.well-known/oauth-authorization-server/api/v1/oauth2",
  "POST /api/v1/auth/email/confirm",
  "POST /api/v1/auth/login",
  "POST /api/v1/auth/login/mfa",
  "POST /api/v1/auth/passkeys/second-step",
  "POST /api/v1/auth/passkeys/second-step/options",
  "POST /api/v1/auth/passkeys/sign-in",
  "POST /api/v1/auth/passkeys/sign-in/options",
  "POST /api/v1/auth/password/reset",
  "POST /api/v1/auth/password/reset-request",
  "POST /api/v1/auth/refresh",
  "POST /api/v1/auth/register",
  "POST /api/v1/auth/sso/ldap/authenticate",
  "POST /api/v1/auth/sso/oidc/authorize",
  "POST /api/v1/auth/sso/oidc/callback",
  "GET /api/v1/auth/sso/providers/public",
  "POST /api/v1/auth/sso/saml/callback",
  "GET /api/v1/auth/sso/saml/login",
  "POST /api/v1/auth/token",
  "GET /api/v1/docs",
  "GET /api/v1/docs/{asset}",
  "GET /api/v1/guide",
  "GET /api/v1/guide/{page}",
  "GET /api/v1/health",
  "GET /api/v1/health/db",
  "GET /api/v1/health/live",
  "GET /api/v1/health/ready",
  "GET /api/v1/oauth2/.well-known/oauth-authorization-server",
  "POST /api/v1/oauth2/introspect",
  "POST /api/v1/oauth2/revoke",
  "POST /api/v1/oauth2/token",
  "GET /api/v1/openapi.json",
  "GET /api/v1/redoc",
  "POST /api/v1/setup/initialize",
  "GET /api/v1/setup/status",
  "GET /console/assets/{file}",
  "GET /console/{path}",
  "GET /health",
  "GET /metrics"
];
