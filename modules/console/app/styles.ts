import '@patchbay/console-kit/styles.css';
import './shell/shell.css';
