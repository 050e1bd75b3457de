import tseslint from 'typescript-eslint';

/** Who may import whom (the layout's rules): a folder of src → the relative paths it must not reach. */
const restricted = (files, patterns, paths = []) => ({
  files,
  rules: { 'no-restricted-imports': ['error', { patterns, paths }] },
});
const host = { group: ['vscode', 'node:*'], message: 'This folder runs without the editor and without Node.' };
const vscode = { group: ['vscode'], message: 'Only extension.ts, editor/, views/ and adapters know the editor.' };
const folders = (...names) => ({
  group: names.flatMap((name) => [`../${name}/*`, `../${name}/**`, `**/src/${name}/**`]),
  message: 'The layout does not let this folder import that one.',
});
const typesOnly = (...names) => ({ ...folders(...names), allowTypeImports: true });
const flameLibrary = { group: ['d3-*'], message: 'Only webview/flame/flameGraph.ts knows d3-flame-graph.' };
const toolkit = { group: ['@vscode/webview-ui-toolkit*'], message: 'Only webview/toolkit.ts knows the UI toolkit.' };

/** VS Code finds links, pictures and Markdown in what is shown: one module makes it plain. */
const shows = '/^(show.*Message|withProgress|setStatusBarMessage|create(StatusBarItem|TreeView|QuickPick|InputBox|Terminal)|registerTreeDataProvider|show(QuickPick|InputBox|OpenDialog|SaveDialog))$/';
const throughMessages = 'Call it through src/workbench/window.ts, which makes texts from outside plain.';
const saidElsewhere = [
  { selector: `MemberExpression[object.property.name='window'][property.name=${shows}]`, message: throughMessages },
  { selector: `VariableDeclarator[init.property.name='window'] Property[key.name=${shows}]`, message: throughMessages },
  { selector: "MemberExpression[object.property.name='window'][computed=true]", message: throughMessages },
  { selector: "NewExpression[callee.property.name='CodeLens']", message: throughMessages },
];
const markdown = [
  { selector: "NewExpression[callee.property.name='MarkdownString']", message: 'Show plain text, or escape what is from outside and list this file in the linter.' },
];

const faces = ['editor', 'views', 'protocol', 'capture', 'bench', 'source', 'engine', 'report'];

export default tseslint.config(
  { ignores: ['dist/', 'node_modules/', 'test/workspaces/', 'test/e2e/artifacts/', 'test/bench/out/', '.cache/'] },
  ...tseslint.configs.recommended,
  {
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      eqeqeq: ['error', 'always'],
      'max-len': ['error', { code: 120, ignoreUrls: true, ignoreStrings: true, ignoreTemplateLiterals: true, ignoreRegExpLiterals: true }],
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
      'no-restricted-exports': ['error', { restrictDefaultExports: { direct: true } }],
      'no-console': 'error',
    },
  },
  { files: ['**/*.mjs', 'test/**', 'src/cli/**'], rules: { 'no-console': 'off', 'no-restricted-exports': 'off' } },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/workbench/window.ts'],
    rules: { 'no-restricted-syntax': ['error', ...saidElsewhere, ...markdown] },
  },
  // what is from a profile is escaped there, character by character
  { files: ['src/editor/hover.ts', 'src/views/refineStatus.ts'], rules: { 'no-restricted-syntax': ['error', ...saidElsewhere] } },
  {
    files: ['src/**/*.ts', 'webview/**/*.ts'],
    languageOptions: { parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': ['error', { ignoreVoid: false, checkThenables: true }],
      '@typescript-eslint/no-misused-promises': 'error',
    },
  },
  restricted(['src/profile/**/*.ts'], [host, folders(...faces)]),
  restricted(['src/protocol/**/*.ts'], [host, folders(...faces.filter((f) => f !== 'protocol')), typesOnly('profile')]),
  restricted(['src/capture/**/*.ts'], [vscode, folders('editor', 'views', 'protocol', 'bench', 'source', 'engine', 'report')]),
  restricted(['src/bench/**/*.ts'], [vscode, folders('editor', 'views', 'protocol', 'capture', 'source', 'engine', 'report')]),
  restricted(['src/source/**/*.ts'], [vscode, folders('editor', 'views', 'protocol', 'capture', 'bench', 'engine', 'report')]),
  restricted(['src/engine/**/*.ts'], [vscode, folders('editor', 'views', 'protocol', 'capture', 'bench', 'source', 'report')]),
  restricted(['src/engine/graphReport.ts', 'src/engine/pprofText.ts'], [vscode, folders('editor', 'views', 'protocol', 'capture', 'bench', 'source')]),
  restricted(['src/report/**/*.ts'], [vscode, folders('editor', 'views', 'protocol', 'capture', 'bench')]),
  restricted(['src/editor/**/*.ts'], [folders('views', 'report')]),
  restricted(['src/views/**/*.ts'], [folders('editor', 'report')]),
  restricted(['webview/**/*.ts'], [host, flameLibrary, toolkit, { regex: '/src/(?!protocol/|profile/(text|answers)/)', message: 'The page knows protocol and measurement only.' }]),
  restricted(['webview/flame/flameGraph.ts'], [host, toolkit]),
  restricted(['webview/flame/instantTransition.ts', 'webview/flame/leanSelection.ts'], [host, toolkit]),
  restricted(['webview/toolkit.ts'], [host, flameLibrary]),
  { files: ['webview/libraries.d.ts'], rules: { 'no-restricted-imports': 'off', 'no-restricted-exports': 'off' } },
);
