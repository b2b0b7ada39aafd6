import { useSession } from '@patchbay/console-kit';
import { OrganizationView } from './organization-view.tsx';

/** The organization that the viewer acts in; super administrators find all of them there, too. */
export default function OwnOrganizationPage() {
  const { me } = useSession();
  return <OrganizationView org_id={me.organization_id} />;
}
