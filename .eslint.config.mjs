import tseslint from 'typescript-eslint';

/**
 * VS Code renders links, icons and Markdown in the texts that these functions show. Only src/ui/window.ts calls
 * them, with plain texts.
 */
const showingFunctions = '/^(show.*Message|withProgress|setStatusBarMessage|create(StatusBarItem|TreeView|QuickPick|InputBox|Terminal)|registerTreeDataProvider|show(QuickPick|InputBox|OpenDialog|SaveDialog))$/';
const throughWindow = 'Call it through src/ui/window.ts, which makes texts from outside plain.';
const shownDirectly = [
  { selector: `MemberExpression[object.property.name='window'][property.name=${showingFunctions}]`, message: throughWindow },
  { selector: `VariableDeclarator[init.property.name='window'] Property[key.name=${showingFunctions}]`, message: throughWindow },
  { selector: "MemberExpression[object.property.name='window'][computed=true]", message: throughWindow },
  { selector: "NewExpression[callee.property.name='CodeLens']", message: throughWindow },
];
const uncheckedLookup = [
  { selector: 'TSNonNullExpression > MemberExpression[computed=true]', message: '`list[i]!` checks nothing: leave out the `!`, or handle a missing element.' },
];
const markdown = [
  { selector: "NewExpression[callee.property.name='MarkdownString']", message: 'Show plain text, or escape texts from outside and list this file in .eslint.config.mjs.' },
];

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
    ignores: ['src/ui/window.ts'],
    rules: { 'no-restricted-syntax': ['error', ...shownDirectly, ...markdown, ...uncheckedLookup] },
  },
  // These files escape texts from profiles, character by character.
  { files: ['src/editor/hover/hover.ts', 'src/features/fleet/production/productionHover.ts', 'src/features/profile/callingHover.ts', 'src/views/status/captureStatus.ts'], rules: { 'no-restricted-syntax': ['error', ...shownDirectly, ...uncheckedLookup] } },
  { files: ['webview/**/*.ts', 'src/ui/window.ts'], rules: { 'no-restricted-syntax': ['error', ...uncheckedLookup] } },
  {
    files: ['src/**/*.ts', 'webview/**/*.ts'],
    // Without the tests, types take a third less time.
    languageOptions: { parserOptions: { project: './.eslint.tsconfig.json', tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': ['error', { ignoreVoid: false, checkThenables: true }],
      '@typescript-eslint/no-misused-promises': 'error',
      // Reports `list[i]!`, which checks nothing.
      '@typescript-eslint/no-unnecessary-type-assertion': 'error',
    },
  },
  { files: ['webview/libraries.d.ts'], rules: { 'no-restricted-exports': 'off' } },
);
