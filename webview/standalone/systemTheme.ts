/** Sets the classes that VS Code gives its webviews, by the system's theme, and follows its changes. */
export function followSystemTheme(): void {
  const isDark = matchMedia('(prefers-color-scheme: dark)');
  const hasContrast = matchMedia('(prefers-contrast: more), (forced-colors: active)');
  const apply = () => {
    const theme = themeName(isDark.matches, hasContrast.matches);
    document.body.className = theme;
    // The UI toolkit reads this attribute.
    document.body.dataset.vscodeThemeKind = theme;
  };
  for (const query of [isDark, hasContrast]) query.addEventListener('change', apply);
  apply();
}

function themeName(isDark: boolean, hasContrast: boolean): string {
  if (hasContrast) return isDark ? 'vscode-high-contrast' : 'vscode-high-contrast-light';
  return isDark ? 'vscode-dark' : 'vscode-light';
}
