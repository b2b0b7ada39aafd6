import { defineTexts } from '@patchbay/console-kit';

/** Obstacles to an apply by the id of their error, each with its meaning and the next step. */
export const obstacleTexts = defineTexts({
  en: {
    'changes.frozen':
      'A freeze holds at this site. Apply it when the freeze is over, or ask an administrator to end it.',
    'changes.gate_closed':
      'The write gate is closed: nothing is written to devices. A super administrator opens it on the platform page.',
    'changes.approval_missing':
      'Approvals are missing. Ask somebody who may apply it to open this page and approve.',
    'changes.rejected':
      'Somebody rejected it. They can withdraw that; otherwise discard it and stage a better one.',
    'changes.already_running': 'An attempt is under way. Wait for its outcome; it appears here by itself.',
    'changes.unacknowledged':
      'The outcome of the last attempt is unknown. Look at the device, then apply with that acknowledged, or discard.',
    'changes.target_busy': 'Another change of the same object is being applied. Try again after it.',
    'changes.controller_busy':
      'A change of this controller awaits confirmation, and its device would take both back. Confirm that one first.',
    'changes.feature_unavailable':
      'The module that can apply it is switched off. Switch it on, or discard the change.',
    'changes.cannot_confirm': 'It cannot be taken back automatically: apply it without a time to confirm.',
    'changes.not_pending': 'It is pending no more. Stage a new one.',
    'changes.owned_by_orchestration':
      'Orchestration owns this on the brain of the site. Change it on the device itself, or choose another brain.',
    'changes.stale':
      'The device moved since this was staged. Compare the columns again, then apply with the new state accepted.',
  },
  de: {
    'changes.frozen':
      'An diesem Standort gilt eine Sperrzeit. Wenden Sie die Änderung danach an, oder lassen Sie die Sperrzeit beenden.',
    'changes.gate_closed':
      'Die Schreibsperre ist zu: Nichts wird auf Geräte geschrieben. Die Hauptverwaltung öffnet sie auf der Plattform-Seite.',
    'changes.approval_missing':
      'Es fehlen Zustimmungen. Bitten Sie jemanden mit den nötigen Rechten, diese Seite zu öffnen und zuzustimmen.',
    'changes.rejected':
      'Jemand hat abgelehnt. Das lässt sich zurücknehmen; sonst verwerfen und eine bessere Änderung vormerken.',
    'changes.already_running':
      'Ein Versuch läuft. Warten Sie seinen Ausgang ab; er erscheint hier von selbst.',
    'changes.unacknowledged':
      'Der Ausgang des letzten Versuchs ist unbekannt. Sehen Sie am Gerät nach, dann anwenden und das bestätigen, oder verwerfen.',
    'changes.target_busy':
      'Eine andere Änderung desselben Objekts wird gerade angewendet. Versuchen Sie es danach.',
    'changes.controller_busy':
      'Eine Änderung dieses Controllers wartet auf Bestätigung, und das Gerät nähme beide zurück. Bestätigen Sie erst jene.',
    'changes.feature_unavailable':
      'Das Modul, das sie anwenden kann, ist ausgeschaltet. Schalten Sie es ein, oder verwerfen Sie die Änderung.',
    'changes.cannot_confirm': 'Sie lässt sich nicht von selbst zurücknehmen: Wenden Sie sie ohne Frist an.',
    'changes.not_pending': 'Sie ist nicht mehr vorgemerkt. Merken Sie eine neue vor.',
    'changes.owned_by_orchestration':
      'Die Orchestrierung besitzt das auf dem Brain des Standorts. Ändern Sie es am Gerät selbst, oder wählen Sie ein anderes Brain.',
    'changes.stale':
      'Das Gerät hat sich seit dem Vormerken geändert. Vergleichen Sie die Spalten, dann mit dem neuen Stand anwenden.',
  },
});

type Known = keyof (typeof obstacleTexts)['en'];

/** Meaning of an obstacle in the viewer's language; the platform's words where there is none. */
export function obstacleText(
  said: Readonly<Record<Known, string>>,
  { id, message }: { readonly id: string; readonly message: string },
): string {
  return isKnown(id) ? said[id] : message;
}

const isKnown = (id: string): id is Known => Object.hasOwn(obstacleTexts.en, id);
