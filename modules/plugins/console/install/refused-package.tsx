import { ApiError, ErrorNotice, Notice } from '@patchbay/console-kit';

/** Each place of a package that is not acceptable; of a single one the message tells already. */
export function RefusedPackage({ error }: { readonly error: unknown }) {
  if (!(error instanceof ApiError) || error.details.length === 0) return <ErrorNotice error={error} />;
  return (
    <Notice kind="bad" title={error.message} isUrgent>
      {error.details.length === 1 ? null : (
        <ul>
          {error.details.map(({ field, message }) => (
            <li key={`${field} ${message}`}>
              <code>{field}</code> {message}
            </li>
          ))}
        </ul>
      )}
      {error.request_id === null ? null : <p className="muted mono">{error.request_id}</p>}
    </Notice>
  );
}
