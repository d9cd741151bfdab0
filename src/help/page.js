import MiniSearch from 'minisearch';

// Runs in the browser, on each page of `/help`. Everything but search and copying works without it.

const most = 12;
const around = 70;

const made = (name, properties, ...children) => {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
};

function searchable() {
  const search = document.querySelector('search');
  const input = search.querySelector('input');
  const status = search.querySelector('[role=status]');
  const list = search.querySelector('ol');
  const { index: address, help } = search.dataset;
  let loading;

  async function load() {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`The gateway answers ${answer.status}.`);
    const index = new MiniSearch({
      fields: ['heading', 'title', 'text'],
      storeFields: ['to', 'title', 'heading', 'text'],
      searchOptions: {
        boost: { heading: 4, title: 2 },
        combineWith: 'AND',
        prefix: (term) => term.length > 1,
        fuzzy: (term) => (term.length > 5 ? 1 : false),
      },
    });
    index.addAll(await answer.json());
    return index;
  }

  const loaded = () => {
    loading ??= load().catch((error) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };

  async function find() {
    const words = input.value.trim();
    if (words === '') return show([], '');
    const index = await loaded();
    if (words !== input.value.trim()) return;
    const results = index.search(words);
    const count = results.length > most ? `The best ${most} of ${results.length} places` : `${results.length} places`;
    const said = results.length === 0 ? 'Nothing was found.' : results.length === 1 ? '1 place' : count;
    show(results.slice(0, most), said);
  }

  function show(results, said) {
    status.textContent = said;
    list.replaceChildren(...results.map(shown));
    if (results.length === 0 && said !== '') list.append(made('li', { className: 'none', textContent: said }));
    list.hidden = said === '';
  }

  const shown = ({ to, title, heading, text, terms }) => {
    const link = made('a', { href: to.replace('/help', help) });
    link.append(made('strong', {}, ...marked(heading ?? title, terms)));
    if (heading) link.append(made('small', { textContent: title }));
    link.append(made('span', {}, ...marked(excerpt(text, terms), terms)));
    return made('li', {}, link);
  };

  const close = () => {
    list.hidden = true;
  };

  const move = (event) => {
    const links = [...list.querySelectorAll('a')];
    const at = links.indexOf(document.activeElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape' && !list.hidden) {
      event.preventDefault();
      close();
      input.focus();
    } else if (event.key === 'Enter' && at < 0) links[0]?.click();
    else if (step && !list.hidden) {
      event.preventDefault();
      (links[at + step] ?? input).focus();
    }
  };

  const fail = (error) => show([], `The search cannot be loaded. ${error.message} Load the page again.`);
  const begin = () => void find().catch(fail);
  search.hidden = false;
  input.addEventListener('focus', () => void loaded().catch(() => {}), { once: true });
  input.addEventListener('focus', begin);
  input.addEventListener('input', begin);
  search.addEventListener('keydown', move);
  list.addEventListener('click', ({ target }) => target.closest('a') && close());
  document.addEventListener('pointerdown', ({ target }) => search.contains(target) || close());
  search.addEventListener(
    'focusout',
    ({ relatedTarget }) => relatedTarget && !search.contains(relatedTarget) && close(),
  );
}

const escaped = (term) => term.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
const anyOf = (terms, flags) => new RegExp(`(${terms.map(escaped).join('|')})`, flags);

/** The words around the first place that was found. */
function excerpt(text, terms) {
  const at = text.search(anyOf(terms, 'i'));
  if (at < 0) return text.slice(0, 2 * around);
  const start = at > around ? text.indexOf(' ', at - around) + 1 : 0;
  const space = text.indexOf(' ', at + around);
  const end = space < 0 ? text.length : space;
  return `${start > 0 ? '… ' : ''}${text.slice(start, end)}${end < text.length ? ' …' : ''}`;
}

/** A text in parts, with what was found marked. */
const marked = (text, terms) =>
  text.split(anyOf(terms, 'gi')).map((part, index) => (index % 2 === 1 ? made('mark', {}, part) : part));

function copyable(box) {
  const button = made('button', { type: 'button', textContent: 'Copy' });
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(box.querySelector('code').textContent);
    button.textContent = 'Copied';
    setTimeout(() => (button.textContent = 'Copy'), 2_000);
  });
  box.append(button);
}

/** A block is a stop of the Tab key while it has something to scroll. */
const stops = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
    else target.removeAttribute('tabindex');
  }
});

for (const box of document.querySelectorAll('article [tabindex="0"]')) stops.observe(box);
for (const list of document.querySelectorAll('[popover]')) {
  list.addEventListener(
    'click',
    ({ target }) => target.closest('a') && list.matches(':popover-open') && list.hidePopover(),
  );
}
searchable();
if (navigator.clipboard) for (const box of document.querySelectorAll('.code')) copyable(box);
