import { h } from './dom.js'; export function labPage() { return { element: h('div', {}, h('h1', {}, 'lab')), open() {} }; }
