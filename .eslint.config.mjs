import tseslint from 'typescript-eslint';

/** VS Code finds links, pictures and Markdown in what is shown: one module makes it plain. */
const shows = '/^(show.*Message|withProgress|setStatusBarMessage|create(StatusBarItem|TreeView|QuickPick|InputBox|Terminal)|registerTreeDataProvider|show(QuickPick|InputBox|OpenDialog|SaveDialog))$/';
const throughMessages = 'Call it through src/workbench/window.ts, which makes texts from outside plain.';
const saidElsewhere = [
  { selector: `MemberExpression[object.property.name='window'][property.name=${shows}]`, message: throughMessages },
  { selector: `VariableDeclarator[init.property.name='window'] Property[key.name=${shows}]`, message: throughMessages },
  { selector: "MemberExpression[object.property.name='window'][computed=true]", message: throughMessages },
  { selector: "NewExpression[callee.property.name='CodeLens']", message: throughMessages },
];
const uncheckedLookup = [
  { selector: 'TSNonNullExpression > MemberExpression[computed=true]', message: '`list[i]!` checks nothing: leave it out, or handle what is not there.' },
];
const markdown = [
  { selector: "NewExpression[callee.property.name='MarkdownString']", message: 'Show plain text, or escape what is from outside and list this file in the linter.' },
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
    ignores: ['src/workbench/window.ts'],
    rules: { 'no-restricted-syntax': ['error', ...saidElsewhere, ...markdown, ...uncheckedLookup] },
  },
  // what is from a profile is escaped there, character by character
  { files: ['src/editor/hover/hover.ts', 'src/views/refineStatus.ts', 'src/views/figureStatus.ts'], rules: { 'no-restricted-syntax': ['error', ...saidElsewhere, ...uncheckedLookup] } },
  { files: ['webview/**/*.ts', 'src/workbench/window.ts'], rules: { 'no-restricted-syntax': ['error', ...uncheckedLookup] } },
  {
    files: ['src/**/*.ts', 'webview/**/*.ts'],
    languageOptions: { parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': ['error', { ignoreVoid: false, checkThenables: true }],
      '@typescript-eslint/no-misused-promises': 'error',
      // `list[i]!` checks nothing
      '@typescript-eslint/no-unnecessary-type-assertion': 'error',
    },
  },
  { files: ['webview/libraries.d.ts'], rules: { 'no-restricted-exports': 'off' } },
);
