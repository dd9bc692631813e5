/**
 * The stylesheet of the reference page, beside the shared one: contents beside the text, tables as blocks on a phone.
 */
export const style = `
:root{--text:#131c18;--soft:#5d6662;--back:#f9fbfa;--raised:#f0f3f1;--line:#d6dad7;--strong:#7b827c;--surface:#fff;--link:#131c18;--mark:#131c18;--focus:#0066c8}
@media(prefers-color-scheme:dark){:root{--text:#ebeeea;--soft:#959c98;--back:#101515;--raised:#191f1e;--line:#2f3635;--strong:#6d7776;--surface:#191f1e;--link:#ebeeea;--mark:#ebeeea;--focus:#6ab3fd}}
html{scroll-padding-top:1rem}
header,main,footer{max-width:80rem;padding-inline:clamp(1rem,4vw,2.5rem)}
a{text-decoration-thickness:1px;text-underline-offset:.18em;text-decoration-color:var(--strong)}a:hover{text-decoration-color:currentColor;text-decoration-thickness:2px}
:focus-visible,a:focus-visible,summary:focus-visible{outline:3px solid var(--focus);outline-offset:2px;border-radius:3px}
h1,h2,h3,h4{font-weight:600;text-wrap:balance;letter-spacing:-.01em}h1{font-size:clamp(1.75rem,1.3rem + 1.9vw,2.5rem);margin-top:.5rem;letter-spacing:-.022em}
.docs p,article>ul{max-width:44rem;text-wrap:pretty}
.docs{display:grid;grid-template-columns:17rem minmax(0,1fr);gap:0 3rem;align-items:start}.docs>.intro,.docs>.told{grid-column:2;min-width:0}
aside{grid-column:1;grid-row:1/span 2;position:sticky;top:0;max-height:100vh;overflow-y:auto;padding:1rem .75rem 2rem .25rem;font-size:.875rem;scrollbar-width:thin}
.contents h2{font-size:.875rem;margin:0 0 .25rem}.contents>ul{columns:auto}.contents ul{list-style:none;padding:0;margin:0}.contents ul ul{padding-inline-start:.75rem;margin:.125rem 0 .5rem;border-inline-start:1px solid var(--line)}
.contents a{display:inline-block;padding:.25rem 0;text-decoration:none;color:inherit}.contents a:hover{text-decoration:underline}.contents [aria-current]{font-weight:600;text-decoration:underline;text-decoration-thickness:2px}
.contents summary{cursor:pointer;list-style:none;display:flex;justify-content:space-between;align-items:baseline}.contents summary::-webkit-details-marker{display:none}
.contents summary::after,.op>summary::after{content:"+";font:500 1rem/1 ui-monospace,monospace;color:var(--soft);padding-inline:.5rem;flex:none}.contents [open]>summary::after,.op[open]>summary::after{content:"\\2212"}
.find{margin:0 0 1.25rem}.find .to{display:none}.find label{display:block;font-weight:600;margin-bottom:.25rem}.find p{margin:.5rem 0 0}.find p:empty{display:none}
.find input{font:inherit;font-size:1rem;color:inherit;width:100%;min-height:2.75rem;padding:.25rem .7rem;border:1px solid var(--strong);border-radius:5px;background:var(--surface)}
.find input::placeholder{color:var(--soft);opacity:1}.find input:focus-visible{outline:3px solid var(--focus);outline-offset:1px}
.find ol{list-style:none;margin:.25rem 0 0;padding:0}.find li{border-bottom:1px solid var(--line)}.find li a{display:block;padding:.5rem .25rem;text-decoration:none;overflow-wrap:anywhere}.find li a:hover,.find li a:focus-visible{background:var(--raised)}.find small{display:block;color:var(--soft);font-size:.8125rem}
.find button{font:inherit;color:inherit;min-height:2.75rem;margin-top:.75rem;padding:.25rem .9rem;border:1px solid var(--strong);border-radius:5px;background:none;cursor:pointer}.find button:hover{background:var(--raised);border-color:var(--text)}
.told>section{border-top:3px solid var(--text);margin-top:3rem;padding-top:.75rem}.told h2{margin:0 0 .5rem;font-size:1.625rem}
.op{border-top:1px solid var(--line)}.op:last-child{border-bottom:1px solid var(--line)}
.op>summary{display:flex;flex-wrap:wrap;align-items:baseline;gap:.125rem 1rem;padding:.7rem 0;min-height:2.75rem;cursor:pointer;list-style:none;position:relative;padding-inline-end:2.5rem}.op>summary::-webkit-details-marker{display:none}
.op>summary::after{position:absolute;inset-inline-end:0;top:.9rem}.op>summary:hover{background:var(--raised)}
.fold{border-top:1px solid var(--line)}.fold>summary{padding:.7rem 0;min-height:2.75rem;cursor:pointer}.fold>summary:hover{background:var(--raised)}
.op h3{margin:0;font-size:1rem}.op .call{font-size:.8125rem;color:var(--soft);margin-inline-start:auto;overflow-wrap:anywhere}.op .call code{background:none;padding:0}.verb{font-weight:600}
article{border:0;margin:0;padding:.25rem 0 2rem}.here{display:block;scroll-margin-top:5rem}
.rows th,.rows td{padding:.55rem 1.25rem .55rem 0;border-bottom:1px solid var(--line)}.rows thead th{font-size:.8125rem;color:var(--soft);font-weight:400;border-bottom:3px solid var(--text)}.rows tbody th{font-weight:400}.rows th code{font-weight:600;background:none;padding:0}.rows td:nth-child(2){min-width:7rem}.rows td:last-child{width:100%}
.errors tbody th{white-space:normal;overflow-wrap:anywhere;min-width:17.5rem}.docs dd p{margin:0}.rows tr:target{background:var(--raised);outline:2px solid var(--focus)}
.needed{display:block;font-size:.8125rem;color:var(--soft)}pre{border-radius:5px;border-color:var(--line);white-space:pre-wrap;overflow-wrap:anywhere}
@media(max-width:68rem){.docs{grid-template-columns:minmax(0,1fr);gap:0}aside{display:contents}.docs>.intro,.docs>.told{grid-column:1}
.find{position:sticky;top:0;z-index:2;background:var(--back);margin:0 -.5rem;padding:.5rem;border-bottom:1px solid var(--line);max-height:70vh;overflow-y:auto;display:grid;grid-template-columns:1fr auto;align-items:center;gap:0 1rem}.find[hidden]{display:none}.find .to{display:block;padding:.5rem 0}.find p,.find ol{grid-column:1/-1}.find label{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}.find button{display:none}
.contents{margin-top:1.5rem}.contents>ul{columns:14rem;column-gap:2rem}.contents a,.contents summary a{padding:.55rem 0}html{scroll-padding-top:5rem}}
@media(max-width:44rem){.rows,.rows tbody,.rows tr,.rows th,.rows td{display:block}.rows thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}.rows tr{border-bottom:1px solid var(--line);padding:.6rem 0}.rows th,.rows td,.rows tbody th{border:0;padding:0;min-width:0;white-space:normal;overflow-wrap:anywhere}.op .call{margin-inline-start:0;flex-basis:100%}.told h2{font-size:1.375rem}}
@media(forced-colors:active){.told>section{border-top-color:CanvasText}}
@media print{aside{display:none}.docs{display:block}details::details-content{content-visibility:visible;block-size:auto}}
`;
