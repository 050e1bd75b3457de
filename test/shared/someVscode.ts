import { fakeVscode } from './fakeVscode';
import { withVscode } from './withVscode';

/** Import this file before code that imports `vscode`, if the test does not look at what the code does with it. */
withVscode(fakeVscode('/work').module);
