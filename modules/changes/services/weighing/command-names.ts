const MAX_READ = 256;

/** Word by word in lower case: `ForceCommand` and `force-command` are `force_command`. */
const wordsOf = (name: string): string =>
  name
    .slice(0, MAX_READ)
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_');

/** Words that hold `script` and mean none. */
const innocent = /descript(ions?|ors?)|subscriptions?|transcripts?|prescriptions?/g;

const telling: readonly RegExp[] = [
  /script/,
  /^on_./,
  /(^|_)(cmds?|commands?|exec|execute|shell|hooks?|cron|crontabs?|entrypoint|sudo|sudoers|privileges?)(_|$)/,
  /(^|_)(pre|post)_?(up|down)(_|$)/,
  /(shellcmd|forcecommand|authorized_?keys?|ssh_?(public_)?keys?)$/,
  /(^|_)(custom|extra|additional|advanced|free|raw|pppd|hostapd|hostapd_bss)_?(options?|opts?|args?|arguments?|params?|parameters?|conf|config|conftext|text|flags?)$/,
  /(^|_)extraconf(text)?$/,
];

/**
 * Whether such a name is one by which gear of any make runs something later, or lets someone in: a script, a
 * command, a hook, a schedule of commands, free options of a program, keys that sign in (RULES R22).
 */
export function soundsLikeCommand(name: string): boolean {
  const words = wordsOf(name).replace(innocent, '');
  return telling.some((pattern) => pattern.test(words));
}
