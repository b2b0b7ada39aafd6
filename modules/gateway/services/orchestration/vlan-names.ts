/**
 * Significant part of a VLAN's name: `vlan20-Guest WiFi`, `guest_wifi` and `Guest WiFi` are one name, and
 * `vlan20` alone is none.
 */
export function nameKey(name: string, vlan_id: number): string {
  const plain = name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
  const withoutWord = plain.startsWith('vlan') ? plain.slice('vlan'.length) : plain;
  const number = String(vlan_id);
  return withoutWord.startsWith(number) && plain !== withoutWord
    ? withoutWord.slice(number.length)
    : withoutWord;
}
