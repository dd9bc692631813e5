// Runs in embedded pages: tells the page around how tall they are, and nothing else.
const main = document.querySelector('main');
const tell = () =>
  parent.postMessage(
    { kalends: 'height', height: Math.ceil(main?.getBoundingClientRect().height ?? 0) },
    '*',
  );
if (main && parent !== window) new ResizeObserver(tell).observe(main);
