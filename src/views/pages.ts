/** The bundle of pages and of the editor of profile files, loaded when the first panel or profile file is opened. */
export { Layouts } from '../engine/graphvizClient';
export { RememberedFlameStarts } from '../captures/rememberedFlameStarts';
export { EMPTY_NOTICE } from './emptyNotices';
export { ProfileEditor } from './profileEditor';
export { ProfilePage } from './profilePage';
