import { createHash } from 'node:crypto';

/** The stylesheet that all pages share: readable on a phone, in the dark and on paper. */
export const style = `
:root{color-scheme:light dark;--text:#1c1b1a;--soft:#5c5853;--back:#fff;--raised:#f5f3ef;--line:#d9d4cb;--link:#0b57a4;--mark:#8a3200}
@media(prefers-color-scheme:dark){:root{--text:#eceae6;--soft:#b3aea6;--back:#191817;--raised:#252321;--line:#45413c;--link:#8cc2ff;--mark:#ffb38a}}
*{box-sizing:border-box}
html{scroll-padding-top:1rem}
body{margin:0;font:1rem/1.55 system-ui,sans-serif;color:var(--text);background:var(--back);overflow-wrap:break-word}
a{color:var(--link)}a:focus-visible,summary:focus-visible{outline:3px solid var(--link);outline-offset:2px}
.skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:1rem;background:var(--back);padding:.5rem 1rem}
header,main,footer{max-width:60rem;margin:0 auto;padding:1rem}
header{display:flex;flex-wrap:wrap;gap:.25rem 1.5rem;align-items:baseline;border-bottom:1px solid var(--line)}
header ul,.pages{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;list-style:none;margin:0;padding:0}
.site{font-weight:650;font-size:1.15rem;text-decoration:none;color:inherit}
footer{border-top:1px solid var(--line);color:var(--soft)}
h1,h2,h3,h4{line-height:1.25;margin:2rem 0 .5rem}h1{font-size:1.9rem;margin-top:1rem}h2{font-size:1.4rem}h3{font-size:1.15rem}h4{font-size:1rem;margin-top:1.25rem}
code,pre{font-family:ui-monospace,monospace;font-size:.9em}code{background:var(--raised);padding:.05em .3em;border-radius:.2em}
pre{background:var(--raised);border:1px solid var(--line);border-radius:.4rem;padding:.75rem;overflow-x:auto}pre code{padding:0;background:none}
.wide{overflow-x:auto}table{border-collapse:collapse;width:100%}th,td{text-align:start;vertical-align:top;padding:.4rem .6rem;border-bottom:1px solid var(--line)}
th{font-weight:600}td:first-child,tbody th{white-space:nowrap}
.soft{color:var(--soft)}.verb{font-weight:700;color:var(--mark)}.needed{color:var(--mark);white-space:nowrap}
article{border-top:1px solid var(--line);margin-top:2rem}
.contents>ul{columns:16rem;padding:0;list-style:none}.contents li{break-inside:avoid}.contents ul ul{padding-inline-start:1rem;list-style:none;margin-bottom:.75rem}
.events{list-style:none;padding:0}.events>li{display:flex;gap:1rem;padding:.75rem 0;border-bottom:1px solid var(--line)}
.events img{width:6rem;height:6rem;object-fit:cover;border-radius:.4rem;flex:none}.events h3{margin:0 0 .25rem}
.picture{max-width:100%;height:auto;border-radius:.4rem}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.35rem 1.25rem}dt{font-weight:600}dd{margin:0}
@media(max-width:34rem){dl{grid-template-columns:1fr}dt{margin-top:.5rem}.events img{width:4rem;height:4rem}}
.text img,.text video,.text iframe{max-width:100%;height:auto}
@media print{header ul,.skip,.contents,.pages,footer{display:none}a{color:inherit}pre{white-space:pre-wrap}article{break-inside:auto}h2,h3,h4{break-after:avoid}}
`;

/** The stylesheet's source expression for the Content-Security-Policy. */
export const styleHash = `'sha256-${createHash('sha256').update(style).digest('base64')}'`;
