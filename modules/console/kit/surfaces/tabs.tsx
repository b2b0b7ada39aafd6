import type { ReactNode } from 'react';
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components';
import { useSearchText } from '../page/use-search.ts';

export interface TabSpecification {
  readonly id: string;
  readonly title: string;
  /** Made when the tab is looked at. */
  content(): ReactNode;
}

export interface TabsProps {
  readonly label: string;
  readonly tabs: readonly TabSpecification[];
  /** Key of the address that keeps the tab; default `tab`. */
  readonly searchKey?: string;
}

/** The chosen tab stands in the address. */
export function Tabs({ label, tabs, searchKey = 'tab' }: TabsProps) {
  const [chosen, choose] = useSearchText(searchKey);
  const selected = tabs.some(({ id }) => id === chosen) ? chosen : tabs[0]?.id;
  return (
    <AriaTabs className="tabs" selectedKey={selected ?? ''} onSelectionChange={(key) => choose(String(key))}>
      <TabList aria-label={label} className="tab-list">
        {tabs.map(({ id, title }) => (
          <Tab key={id} id={id} className="tab">
            {title}
          </Tab>
        ))}
      </TabList>
      {tabs.map(({ id, content }) => (
        <TabPanel key={id} id={id} className="tab-panel">
          {id === selected ? content() : null}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
