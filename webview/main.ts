import { EDITOR } from './hostAbilities';
import { inEditor } from './inEditor';
import { startPage } from './startPage';
import { RuntimeStrip } from './strip/runtimeStrip';

startPage(inEditor(), EDITOR, (page) => new RuntimeStrip(page));
