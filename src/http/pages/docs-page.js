import swaggerUi from 'swagger-ui-dist/swagger-ui-es-bundle.js';

// Runs in the browser, at `/docs`.

const gateway = new URL('..', import.meta.url);

/**
 * The OpenAPI document as this page shows it. Calls go to the address of the page, with a token that its reader pastes.
 */
async function shownDocument() {
  const answer = await fetch(new URL('openapi.json', gateway));
  if (!answer.ok) throw new Error(`The gateway answers ${answer.status}.`);
  const { servers, components, paths, ...rest } = await answer.json();
  const { oauth2, ...securitySchemes } = components.securitySchemes;
  const operations = Object.values(paths).flatMap((item) => Object.values(item));
  for (const operation of operations) operation.security = operation.security.filter((one) => !('oauth2' in one));
  return {
    ...rest,
    paths,
    components: { ...components, securitySchemes },
    servers: [{ url: gateway.href.replace(/\/$/, '') }],
    externalDocs: { url: new URL('openapi.json', gateway).href, description: 'OpenAPI 3.1, for programs' },
  };
}

function followColorScheme() {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
  dark.addEventListener('change', follow);
  follow();
}

async function show() {
  swaggerUi({
    spec: await shownDocument(),
    dom_id: '#documentation',
    deepLinking: true,
    filter: true,
    tryItOutEnabled: true,
    displayRequestDuration: true,
    defaultModelsExpandDepth: 0,
    validatorUrl: null,
  });
}

followColorScheme();
show().catch((error) => {
  document.querySelector('#documentation').textContent =
    `The documentation cannot be shown. ${error.message} Load the page again.`;
});
