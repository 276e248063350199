// The program runs in this worker, so that the page stays alive whatever it is given.
onmessage = async ({ data }) => {
  if (data.module) {
    const go = new Go();
    globalThis.assayReady = () => postMessage({ ready: true });
    const instance = await WebAssembly.instantiate(data.module, go.importObject);
    // It returns only when the program has ended: it is out of memory, or has a defect.
    go.run(instance).then(() => postMessage({ ended: true }), () => postMessage({ ended: true }));
    return;
  }
  try {
    postMessage({ id: data.id, reply: JSON.parse(assayAnswer(data.formula, data.model, data.check)) });
  } catch (e) {
    postMessage({ ended: true, why: String(e) });
  }
};
