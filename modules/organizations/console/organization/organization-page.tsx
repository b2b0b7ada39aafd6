import { usePathParameter } from '@patchbay/console-kit';
import { OrganizationView } from './organization-view.tsx';

export default function OrganizationPage() {
  return <OrganizationView org_id={usePathParameter('org_id')} />;
}
