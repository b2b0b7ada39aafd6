import t from 'tap';
import { addressText, interfacesText, listText, ruleKey } from '../../console/rule-texts.ts';

t.test('what a rule matches is told on one line, null is any', async (t) => {
  t.equal(addressText(null), null);
  t.equal(addressText({ negated: true, networks: ['10.0.0.0/8'], names: ['LAN'] }), '!LAN, 10.0.0.0/8');
  t.equal(listText([]), null);
  t.equal(listText(['80', '443']), '80, 443');
  t.equal(interfacesText(['lan'], null), 'lan');
  t.equal(interfacesText(null, ['wan']), '→ wan');
  t.equal(interfacesText(null, null), null);
  t.equal(ruleKey('c', { feature: 'firewall.rule', target_id: '1' }), 'c firewall.rule 1');
});
