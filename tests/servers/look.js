// Runs in the page of a letter, for tests/servers/browser: what its reader would not like, a line each.
// Its argument says whether the styles were taken out: then nothing is asked of sizes and room; a
// picture is as wide as its attribute, a drawing in characters as its lines, and long names and
// addresses are not broken.
const TEXT_LEAST = 12, LINK_LEAST = 24, LISTED_LEAST = 32, GAP_LEAST = 4, CONTRAST_LEAST = 4.5;
const bare = arguments[0];
const faults = [];
const short = element => element.outerHTML.replace(/src="data:[^"]*"/, '').slice(0, 120);
const numbers = text => text.match(/[\d.]+/g).map(Number);

// ---- colors (WCAG 2.1) ----

const over = (color, share, ground) =>
    ground.map((part, i) => part + (color[i] - part) * share * (color.length > 3 ? color[3] : 1));
const luminance = color => {
    const part = color.map(c => c / 255)
                      .map(c => c <= 0.03928 ? c / 12.92 : Math.pow((c + 0.055) / 1.055, 2.4));
    return 0.2126 * part[0] + 0.7152 * part[1] + 0.0722 * part[2];
};
const contrast = element => {
    const around = [];
    for (let at = element; at; at = at.parentElement) around.unshift(getComputedStyle(at));
    let ground = matchMedia('(prefers-color-scheme: dark)').matches ? [18, 18, 18] : [255, 255, 255];
    let share = 1;
    for (const style of around) {
        share *= Number(style.opacity);
        ground = over(numbers(style.backgroundColor), share, ground);
    }
    const words = over(numbers(getComputedStyle(element).color), share, ground);
    const [a, b] = [luminance(words), luminance(ground)];
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
};

// ---- room ----

// A board drawn in characters may be moved to and fro, words may not.
const isDrawing = pre => {
    const lines = pre.innerText.split('\n').filter(line => line.trim() !== '');
    return lines.filter(line => /[a-z]{3}/.test(line)).length * 2 < lines.length;
};

const between = (a, b) => Math.max(a.left - b.right, b.left - a.right, a.top - b.bottom, b.top - a.bottom);
const pairs = (list, check) => list.forEach((one, i) => list.slice(i + 1).forEach(other => check(one, other)));
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
const words = [];
while (walker.nextNode()) {
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    if (walker.currentNode.data.trim() === '') continue;
    const element = walker.currentNode.parentElement;
    const inPre = element.closest('pre') !== null;
    for (const rect of range.getClientRects()) {
        if (rect.width > 0) words.push({ rect, element, inPre, node: walker.currentNode });
    }
}

const wide = Math.max(document.documentElement.scrollWidth, document.body.scrollWidth);
const excused = bare && (document.querySelector('pre, img') || /\S{16}/.test(document.body.innerText));
if (wide > innerWidth && !excused) faults.push('is ' + wide + ' pixels wide');
const isOutside = element => {
    const rect = element.getBoundingClientRect();
    return rect.right > innerWidth + 1 || rect.left < -1;
};
for (const element of document.querySelectorAll('body *')) {
    if (!excused && isOutside(element) && ![...element.children].some(isOutside)) {
        faults.push('is outside of the window: ' + short(element));
    }
    if (!bare && element.matches('pre') && !isDrawing(element) &&
        element.scrollWidth > element.clientWidth + 1) {
        faults.push('is cut off: ' + short(element));
    }
}
pairs(words, (one, other) => {
    if (one.node !== other.node && between(one.rect, other.rect) < -3) {
        faults.push('words lie on each other: ' + one.node.data.slice(0, 40) + ' | ' + other.node.data.slice(0, 40));
    }
});
for (const image of [...document.images].filter(i => i.getClientRects().length > 0)) {
    const rect = image.getBoundingClientRect();
    if (!bare && image.alt.trim() === '') faults.push('a picture without words: ' + short(image));
    if (!bare && image.src && rect.width < 200) faults.push('a picture is ' + rect.width + ' pixels wide');
    const map = image.useMap && document.querySelector('map[name="' + image.useMap.slice(1) + '"]');
    for (const area of !bare && image.src && map ? map.areas : []) {
        image.scrollIntoView();
        const [x, y] = numbers(area.coords), at = image.getBoundingClientRect();
        if (document.elementFromPoint(at.left + x, at.top + y) !== area) {
            faults.push('a link of a picture is not where it is seen: ' + area.alt);
        }
    }
    scrollTo(0, 0);
    for (const word of words) {
        if (between(rect, word.rect) < -1) faults.push('words lie on a picture: ' + word.node.data.slice(0, 40));
    }
}

const links = [...document.querySelectorAll('a')].flatMap(
    element => [...element.getClientRects()].map(rect => ({ element, rect })));
pairs(links, (one, other) => {
    if (one.element !== other.element && between(one.rect, other.rect) < (bare ? -2 : GAP_LEAST)) {
        faults.push('links touch: ' + one.element.innerText + ' | ' + other.element.innerText);
    }
});

// ---- what is asked of styles ----

if (!bare) {
    for (const { element, rect } of links) {
        const least = element.closest('table') ? LISTED_LEAST : LINK_LEAST;
        if (rect.height < least) faults.push('a link is ' + rect.height + ' pixels high: ' + element.innerText);
    }
    for (const element of new Set(words.map(word => word.element))) {
        const size = parseFloat(getComputedStyle(element).fontSize);
        if (size < TEXT_LEAST) faults.push('words of ' + size + ' pixels: ' + short(element));
        const found = contrast(element);
        if (found < CONTRAST_LEAST) faults.push('contrast of ' + found.toFixed(1) + ': ' + short(element));
    }
}
return { faults: [...new Set(faults)], high: document.documentElement.scrollHeight };
