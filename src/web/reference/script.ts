/**
 * The script of the reference page: search, unfolding link targets, and marking the current section. The page works
 * without it. The policy allows it by its hash.
 */
export const script = `
(() => {
  const form = document.getElementById('find');
  const field = document.getElementById('find-text');
  const list = document.getElementById('find-list');
  const told = document.getElementById('find-told');
  const toggle = document.getElementById('open-all');
  const folded = (text) => text.normalize('NFD').replace(/\\p{M}/gu, '').toLowerCase();
  const entries = [];
  const add = (id, label, place, main, rest, fields) =>
    entries.push({ id, label, place, main: folded(main), rest: folded(rest), fields });
  for (const op of document.querySelectorAll('.op')) {
    const ids = [...op.querySelectorAll('.here')].map((target) => target.id);
    const label = op.querySelector('h3').textContent;
    const call = op.querySelector('.call');
    const place = call ? call.textContent : '';
    const fields = [...op.querySelectorAll('tbody th code')].map((code) => code.textContent);
    add(ids[0], label, place, [label, place, ...ids].join(' '), op.textContent, fields);
  }
  for (const row of document.querySelectorAll('.errors tbody tr'))
    add(row.id, row.querySelector('th').textContent, row.children[2].textContent, row.id, row.textContent, []);
  for (const section of document.querySelectorAll('.told > section')) {
    const head = section.querySelector('h2');
    const own = [...section.children].filter((child) => !child.matches('.op, h2')).map((child) => child.textContent);
    const fields = [...section.querySelectorAll(':scope > .wide tbody th code')].map((code) => code.textContent);
    add(head.id, head.textContent, '', head.textContent, head.id === 'errors' ? '' : own.join(' '), fields);
  }
  const scored = (words) =>
    entries
      .map((entry, index) => {
        let score = 0;
        let named = '';
        for (const word of words) {
          const name = entry.fields.find((one) => folded(one) === word) || entry.fields.find((one) => folded(one).includes(word));
          if (entry.main.includes(word)) score += 100;
          else if (name) score += folded(name) === word ? 60 : 30;
          else if (entry.rest.includes(word)) score += 5;
          else return undefined;
          if (name && !entry.main.includes(word)) named = name;
        }
        return { entry, index, score, named };
      })
      .filter(Boolean)
      .sort((a, b) => b.score - a.score || a.index - b.index);
  const show = () => {
    const words = folded(field.value).split(/\\s+/).filter(Boolean);
    list.replaceChildren();
    if (words.length === 0) return void (told.textContent = '');
    const found = scored(words);
    told.textContent = found.length ? form.dataset.found + ' ' + found.length : form.dataset.none;
    for (const { entry, named } of found.slice(0, 30)) {
      const link = document.createElement('a');
      link.href = '#' + entry.id;
      const small = document.createElement('small');
      if (named) {
        link.textContent = named;
        small.textContent = form.dataset.in + ' ' + entry.label + (entry.place ? ' · ' + entry.place : '');
      } else {
        link.textContent = entry.label;
        small.textContent = entry.place;
      }
      if (small.textContent) link.append(small);
      const item = document.createElement('li');
      item.append(link);
      list.append(item);
    }
  };
  const unfold = (id) => {
    const target = id && document.getElementById(id);
    if (!target) return;
    for (let at = target.closest('details'); at; at = at.parentElement.closest('details')) at.open = true;
    target.scrollIntoView();
  };
  const here = () => unfold(decodeURIComponent(location.hash.slice(1)));
  addEventListener('hashchange', here);
  document.addEventListener('click', (event) => {
    const link = event.target.closest && event.target.closest('a[href^="#"]');
    if (!link) return;
    unfold(link.hash.slice(1));
    // Following the link takes the focus away, so that it comes after that.
    const op = list.contains(link) && document.getElementById(link.hash.slice(1)).closest('.op');
    if (op) setTimeout(() => op.querySelector('summary').focus({ preventScroll: true }));
    if (list.contains(link) && matchMedia('(max-width:68rem)').matches) clear();
  });
  const clear = () => {
    field.value = '';
    show();
  };
  field.addEventListener('input', show);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const first = list.querySelector('a');
    if (first) first.click();
  });
  form.addEventListener('keydown', (event) => {
    const links = [...list.querySelectorAll('a')];
    const at = links.indexOf(document.activeElement);
    if (event.key === 'Escape') {
      clear();
      field.focus();
    } else if (event.key === 'ArrowDown' && links.length) links[Math.min(at + 1, links.length - 1)].focus();
    else if (event.key === 'ArrowUp' && at >= 0) (links[at - 1] || field).focus();
    else return;
    event.preventDefault();
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.target === field) return;
    event.preventDefault();
    field.focus();
  });
  toggle.addEventListener('click', () => {
    const open = toggle.getAttribute('aria-pressed') !== 'true';
    for (const part of document.querySelectorAll('.op, .fold')) part.open = open;
    toggle.setAttribute('aria-pressed', String(open));
    toggle.textContent = open ? toggle.dataset.close : toggle.dataset.open;
  });
  const links = new Map([...document.querySelectorAll('.contents a')].map((link) => [link.hash.slice(1), link]));
  const seen = new IntersectionObserver(
    (changes) => {
      for (const { target, isIntersecting } of changes) {
        const link = links.get(target.querySelector('h2').id);
        if (!link || !isIntersecting) continue;
        for (const other of links.values()) other.removeAttribute('aria-current');
        link.setAttribute('aria-current', 'true');
      }
    },
    { rootMargin: '-15% 0px -80% 0px' },
  );
  for (const section of document.querySelectorAll('.told > section')) seen.observe(section);
  form.hidden = false;
  here();
})();
`;
