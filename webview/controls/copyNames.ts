import './copyNames.css';

/**
 * Copies names as one text. Their parts are boxes, so that CSS can cut off the folders first, and between boxes a
 * browser copies line breaks.
 */
export function copyNamesWhole(page: Document): void {
  page.addEventListener('copy', (event) => {
    // The text of a field is not that of the selection.
    const [from] = event.composedPath();
    if (event.defaultPrevented || from instanceof HTMLInputElement || from instanceof HTMLTextAreaElement) return;
    const text = selectedText(page);
    if (text === '') return;
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
  });
}

/** The selected text as it is with names in a row. */
function selectedText(page: Document): string {
  const { classList } = page.documentElement;
  classList.add('copying');
  try {
    return String(page.getSelection() ?? '');
  } finally {
    classList.remove('copying');
  }
}
