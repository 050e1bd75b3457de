import { EDITOR } from './hostAbilities';
import { inEditor } from './inEditor';
import { startPage } from './startPage';

startPage(inEditor(), EDITOR);
